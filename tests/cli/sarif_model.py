"""SARIF reports by the classes that were generated from the OASIS schema (Debian: python3-sarif-python-om).

The names of all properties are those of the class, what the schema requires is there, and enumerations
(SARIF 2.1.0, sections 3.27.9, 3.27.10, 3.27.24, 3.35.2) and indices have values that the standard knows."""

import attr
import sarif_om

# The class of a property's value, or of its elements; by the class that has it where that matters.
CLASSES = {
    "artifactChanges": "ArtifactChange", "artifactLocation": "ArtifactLocation", "codeFlows": "CodeFlow",
    "defaultConfiguration": "ReportingConfiguration", "deletedRegion": "Region", "description": "Message",
    "descriptor": "ReportingDescriptorReference", "driver": "ToolComponent", "fixes": "Fix",
    "fullDescription": "MultiformatMessageString", "help": "MultiformatMessageString",
    "insertedContent": "ArtifactContent", "invocations": "Invocation", "location": "Location", "locations": "Location",
    "message": "Message", "physicalLocation": "PhysicalLocation", "region": "Region", "relatedLocations": "Location",
    "replacements": "Replacement", "results": "Result", "rules": "ReportingDescriptor", "runs": "Run",
    "shortDescription": "MultiformatMessageString", "snippet": "ArtifactContent", "suppressions": "Suppression",
    "threadFlows": "ThreadFlow", "tool": "Tool", "toolExecutionNotifications": "Notification",
    ("ThreadFlow", "locations"): "ThreadFlowLocation",
}
OPEN = {"partialFingerprints", "properties", "state"}  # objects whose names are the tool's own

VALUES = {
    ("Result", "level"): {"none", "note", "warning", "error"},
    ("Notification", "level"): {"none", "note", "warning", "error"},
    ("ReportingConfiguration", "level"): {"none", "note", "warning", "error"},
    ("Result", "kind"): {"notApplicable", "pass", "fail", "review", "open", "informational"},
    ("Result", "baselineState"): {"new", "unchanged", "updated", "absent"},
    ("Suppression", "kind"): {"inSource", "external"},
    ("Run", "columnKind"): {"utf16CodeUnits", "unicodeCodePoints"},
    ("SarifLog", "version"): {"2.1.0"},
}


def names_of(name):
    """(all, required) names of a class's properties"""
    fields = attr.fields(getattr(sarif_om, name))
    return ({f.metadata["schema_property_name"] for f in fields},
            {f.metadata["schema_property_name"] for f in fields if f.default is attr.NOTHING})


def object_errors(value, name, where):
    if not isinstance(value, dict):
        yield f"{where}: not an object ({name})"
        return
    known, required = names_of(name)
    for missing in sorted(required - value.keys()):
        yield f"{where}: '{missing}' is missing ({name})"
    for key, child in value.items():
        place = f"{where}/{key}"
        allowed = VALUES.get((name, key))
        if key not in known:
            yield f"{place}: no property of {name}"
        elif allowed and child not in allowed:
            yield f"{place}: '{child}' is no value of it"
        elif key not in OPEN:
            yield from child_errors(child, CLASSES.get((name, key), CLASSES.get(key)), place)


def child_errors(child, name, where):
    if isinstance(child, list):
        for i, element in enumerate(child):
            yield from child_errors(element, name, f"{where}/{i}")
    elif isinstance(child, dict) and not name:
        yield f"{where}: its class is not known"
    elif name:
        yield from object_errors(child, name, where)


def index_errors(log):
    for run in log["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        for i, result in enumerate(run.get("results", [])):
            index = result.get("ruleIndex", -1)
            if index != -1 and not (0 <= index < len(rules) and rules[index]["id"] == result.get("ruleId")):
                yield f"results/{i}/ruleIndex: {index} is not the rule '{result.get('ruleId')}'"


def errors(log):
    """What the model forbids, a line each."""
    found = list(object_errors(log, "SarifLog", ""))
    return found or list(index_errors(log))
