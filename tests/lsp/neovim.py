#!/usr/bin/env python3
"""Neovim's own client opens a racy file, sees the diagnosis, applies the action and sees it go.

Exits with 77, which CTest takes for skipped, where there is no nvim."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

KERNEL = """__global__ void shift(int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
int main() { shift<<<4, 256>>>(nullptr); }
"""

LUA = """
local function fail(text)
  io.stderr:write(text .. "\\n")
  vim.cmd("cquit 1")
end
local id = vim.lsp.start_client({ name = "heddle", cmd = { HEDDLE, "lsp" }, root_dir = vim.fn.getcwd() })
vim.cmd("edit racy.cu")
vim.lsp.buf_attach_client(0, id)
local function told() return vim.diagnostic.get(0) end
if not vim.wait(60000, function() return #told() > 0 end, 50) then return fail("no diagnosis") end
local first = told()[1]
if first.source ~= "heddle" or first.code ~= "race" then return fail(vim.inspect(first)) end
vim.api.nvim_win_set_cursor(0, { first.lnum + 1, 0 })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 60000)
local done = false
for _, answer in pairs(answers or {}) do
  for _, action in ipairs(answer.result or {}) do
    if action.isPreferred then
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      done = true
    end
  end
end
if not done then return fail("no action: " .. vim.inspect(answers)) end
if not vim.wait(60000, function() return #told() == 0 end, 50) then return fail("it stays: " .. vim.inspect(told())) end
vim.cmd("write")
vim.cmd("qall!")
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True)
    heddle = os.path.abspath(parser.parse_args().heddle)
    if not shutil.which("nvim"):
        print("nvim is not installed: skipped")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "racy.cu"), "w") as file:
            file.write(KERNEL)
        with open(os.path.join(folder, "try.lua"), "w") as file:
            file.write(f"local HEDDLE = [[{heddle}]]\n{LUA}")
        command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", "try.lua"]
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=240, env=dict(os.environ, XDG_STATE_HOME=folder, XDG_CACHE_HOME=folder))
        with open(os.path.join(folder, "racy.cu")) as file:
            text = file.read()
    if done.returncode != 0 or "__syncthreads();" not in text:
        print(done.stdout, done.stderr, text, sep="\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
