"""What is shipped, under which licence, with which known holes, and whether it can be built again."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import zipfile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from scripts import audit, dist, licences, sbom
from scripts.locked import LOCKS, ROOT, Locked, locked, shipped

STARLETTE = {
    "id": "X-1",
    "summary": "A hole",
    "modified": "2026-02-03T00:00:00Z",
    "affected": [
        {
            "package": {"ecosystem": "PyPI", "name": "Starlette"},
            "ranges": [
                {
                    "type": "ECOSYSTEM",
                    "events": [{"introduced": "0.39"}, {"fixed": "0.49.1"}],
                },
                {"type": "GIT", "events": [{"introduced": "0"}, {"fixed": "abc"}]},
            ],
        }
    ],
}


# Lock files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_of_a_lock_file_is_read(lock):
    lines = (ROOT / f"requirements/{lock}.txt").read_text().splitlines()
    named = [
        line.partition("==")[0].lower() for line in lines if "==" in line and line[0].isalpha()
    ]
    found = locked(lock)
    assert [one.name for one in found] == named
    assert all(one.hashes for one in found)
    assert sum(len(one.hashes) for one in found) == sum("--hash" in line for line in lines)


# Licences --------------------------------------------------------------------------------------


def test_every_package_has_its_licence():
    assert set(licences.licences()) == {one.name for one in shipped()}


def test_a_package_without_one_is_named(tmp_path):
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    listed = tmp_path / "requirements/licences.toml"
    listed.write_text(listed.read_text().replace('anyio = "MIT"', 'gone = "MIT"'))
    with pytest.raises(SystemExit, match=r"missing anyio; not locked any more gone"):
        licences.licences(tmp_path)


def declared(name: str) -> str | None:
    """The expression in an installed package's own metadata; older packages have none."""
    try:
        return importlib.metadata.metadata(name).json.get("license_expression")  # type: ignore[return-value]
    except importlib.metadata.PackageNotFoundError:
        return None


def test_the_licences_are_those_that_the_packages_declare():
    known = licences.licences()
    compared = {name: said for name in known if (said := declared(name))}
    assert len(compared) > 5
    assert {name: known[name] for name in compared} == compared


# The bill of materials -------------------------------------------------------------------------


@pytest.mark.parametrize("lock", LOCKS)
def test_the_bill_names_everything_that_is_locked(lock):
    bill = json.loads(json.dumps(sbom.bill(lock)))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    parts = {(part["name"], part["version"]) for part in bill["components"]}
    assert parts == {(one.name, one.version) for one in locked(lock)}
    refs = [part["bom-ref"] for part in bill["components"]]
    assert len(set(refs)) == len(refs)
    assert bill["dependencies"][0]["dependsOn"] == refs


def complaints(bill: dict[str, object]) -> str:
    """What the published schema, taken strictly, has against it; nothing: it is a bill of materials."""
    return str(JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill)) or "")


@pytest.mark.parametrize("lock", LOCKS)
def test_the_bill_keeps_to_the_published_schema(lock):
    assert complaints(sbom.bill(lock)) == ""


def test_a_bill_that_does_not_is_found_out():
    bill = sbom.bill("run")
    assert "licence" in complaints({**bill, "licence": "MIT"})
    parts = [{**part, "licenses": [{"expression": 1}]} for part in bill["components"]]
    assert complaints({**bill, "components": parts})


# The audit -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "version", "hit"),
    [
        ("starlette", "0.38.6", False),
        ("starlette", "0.39", True),
        ("starlette", "0.49.0", True),
        ("starlette", "0.49.1", False),
        ("uvicorn", "0.40", False),
    ],
)
def test_a_record_is_about_the_versions_it_names(name, version, hit):
    assert audit.affected(Locked(name, version, ()), STARLETTE) is hit


def test_versions_may_be_listed_one_by_one():
    record = {"id": "X-2", "affected": [{"package": {"name": "h_1.1"}, "versions": ["2.0"]}]}
    assert audit.affected(Locked("h-1-1", "2.0", ()), record)
    assert not audit.affected(Locked("h-1-1", "2.1", ()), record)


def test_a_snapshot_is_taken_from_an_archive_and_compared(tmp_path, capsys):
    archive, snapshot = tmp_path / "all.zip", tmp_path / "advisories.json"
    ours = next(one for one in audit.everything() if one.name == "starlette")
    hole = {
        "id": "X-9",
        "affected": [{"package": {"name": "starlette"}, "versions": [ours.version]}],
    }
    other = {"id": "X-3", "affected": [{"package": {"name": "nobody-has-this"}}]}
    with zipfile.ZipFile(archive, "w") as packed:
        for record in (STARLETTE, hole, other):
            packed.writestr(f"{record['id']}.json", json.dumps(record))
    assert audit.main(["--from", str(archive)], snapshot) == 1
    told = capsys.readouterr().out
    assert f"starlette {ours.version}: X-9" in told
    assert "against 2 records as of 2026-02-03: 1 findings" in told
    assert audit.main([], snapshot) == 1


def test_without_a_snapshot_it_says_that_nothing_was_compared(tmp_path, capsys):
    assert audit.main([], tmp_path / "none.json") == 0
    assert capsys.readouterr().out.startswith("audit: skipped, nothing was compared")


@pytest.mark.parametrize("spoiled", ["", "[]", "{}", '{"records": [{"id": "X", "affected": [1]}]}'])
def test_a_snapshot_that_cannot_be_read_is_named_in_one_line(tmp_path, capsys, spoiled):
    snapshot = tmp_path / "advisories.json"
    snapshot.write_text(spoiled)
    assert audit.main([], snapshot) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"audit: {snapshot} cannot be read")
    assert told.count("\n") == 1


def test_an_archive_that_is_none_leaves_the_snapshot_as_it_is(tmp_path, capsys):
    archive, snapshot = tmp_path / "all.zip", tmp_path / "advisories.json"
    archive.write_text("no archive")
    assert audit.main(["--from", str(archive)], snapshot) == 2
    assert f"audit: {archive} cannot be read" in capsys.readouterr().err
    assert not snapshot.exists()


# The same bytes --------------------------------------------------------------------------------


def test_built_twice_sdist_and_wheel_are_the_same_bytes(tmp_path):
    """From two folders, as two people would have them: other times, other modes."""
    made = []
    for name, mode in (("one", 0o644), ("two", 0o600)):
        root = tmp_path / name
        root.mkdir()
        dist.copied(root)
        for path in root.rglob("*.py"):
            path.chmod(mode)
            path.touch()
        made.append(
            {path.name: path.read_bytes() for path in dist.built(tmp_path / "out" / name, root)}
        )
    assert made[0] == made[1]
    assert sorted(name.rpartition(".")[2] for name in made[0]) == ["gz", "whl"]
