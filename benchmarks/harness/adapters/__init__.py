"""One file for each tool. An adapter is a module with

    NAME, PROGRAM       of the column, and of the executable that is looked for
    unfit(file)         why the tool cannot be asked about a file of a manifest, or ""
    command(program, file, path, folder, root)   the arguments; `folder` is empty and its own, for
                        what must be prepared. OSError or Unprepared when that fails
    read(run, file)     the Answer, from measure.Run
    version(program)    one line
"""

from . import compute_sanitizer, faial, gpuverify, heddle, weft

ALL = {adapter.NAME: adapter for adapter in (heddle, gpuverify, faial, weft, compute_sanitizer)}
