"""An object store as input and output: moto simulates S3."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pandoku.batch import Job, run_job
from pandoku.batch import store as store_module
from pandoku.batch.inputs import files_of
from pandoku.batch.store import Folder
from pandoku.errors import BatchError
from tests.batch.jobs import contents, puzzles, rows_of, tables, written
from tests.cli.command import pandoku

boto3 = pytest.importorskip("boto3")
moto_server = pytest.importorskip("moto.server")

_BUCKET = "puzzles"


class Bucket:
    """A bucket, and the requests it received."""

    def __init__(self, port: int) -> None:
        self.end = f"endpoint_override=localhost:{port}&scheme=http&region=us-east-1"
        self.requests: list[tuple[str, str]] = []
        self.client: Any = boto3.client(
            "s3",
            endpoint_url=f"http://localhost:{port}",
            aws_access_key_id="test",
            aws_secret_access_key="test",
            region_name="us-east-1",
        )
        self.client.create_bucket(Bucket=_BUCKET)

    def at(self, folder: str) -> str:
        return f"s3://{_BUCKET}/{folder}?{self.end}"

    def objects(self, folder: str) -> dict[str, bytes]:
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=_BUCKET, Prefix=folder)
        keys = [each["Key"] for page in pages for each in page.get("Contents", [])]
        return {
            key.removeprefix(f"{folder}/"): self.client.get_object(Bucket=_BUCKET, Key=key)[
                "Body"
            ].read()
            for key in keys
            if not key.endswith("/")
        }

    def contents(self, folder: str) -> dict[str, bytes]:
        found = self.objects(folder)
        kept = {name: data for name, data in found.items() if name.endswith(".parquet")}
        return kept | {"manifest": found[".pandoku/manifest.json"]}


@pytest.fixture(scope="module")
def bucket() -> Iterator[Bucket]:
    from werkzeug.serving import make_server

    app = moto_server.DomainDispatcherApplication(moto_server.create_backend_app)
    seen: list[tuple[str, str]] = []

    def counting(environ: Any, start: Any) -> Any:
        seen.append((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        return app(environ, start)

    server = make_server("localhost", 0, counting, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        made = Bucket(server.port)
        made.requests = seen
        yield made
        store_module._root.cache_clear()
    server.shutdown()
    thread.join(10)


@pytest.fixture
def given(tmp_path: Path) -> str:
    return written(tmp_path / "in.parquet", puzzles(60), 10)


@pytest.mark.turns(3)
def test_a_job_on_a_store_writes_the_same_bytes(bucket: Bucket, given: str, tmp_path: Path) -> None:
    run_job(Job("count", given, tmp_path / "here", rows=20), workers=1)
    report = run_job(Job("count", given, bucket.at("same"), rows=20), workers=2)
    assert report.state == "done"
    assert bucket.contents("same") == contents(tmp_path / "here")


@pytest.mark.turns(3)
def test_an_input_on_a_store_is_read(bucket: Bucket, given: str, tmp_path: Path) -> None:
    run_job(Job("count", given, bucket.at("a"), rows=20), workers=1)
    run_job(Job("solve", bucket.at("a"), bucket.at("b"), rows=15), workers=1)
    run_job(Job("solve", bucket.at("a"), tmp_path / "here", rows=15), workers=1)
    assert bucket.contents("b") == contents(tmp_path / "here")
    assert rows_of(tmp_path / "here")["mine"].to_pylist() == list(range(60))
    one = files_of([bucket.at("a")])[0]
    assert one.startswith("s3://puzzles/a/puzzles/part-00000-")
    run_job(Job("count", one, tmp_path / "one"), workers=1)
    assert rows_of(tmp_path / "one").num_rows == 20


def test_a_part_is_written_with_one_request(bucket: Bucket, given: str) -> None:
    bucket.requests.clear()
    run_job(Job("count", given, bucket.at("requests"), rows=10), workers=1)
    written_to = Counter(
        path for method, path in bucket.requests if method in ("PUT", "POST") and "part-" in path
    )
    assert len(written_to) == 6
    assert set(written_to.values()) == {1}
    heads = [path for method, path in bucket.requests if method == "HEAD" and "part-" in path]
    assert len(heads) <= 1  # checks that the first object is visible here


@pytest.mark.turns(3)
def test_a_job_on_a_store_is_resumed(bucket: Bucket, given: str) -> None:
    job = Job("count", given, bucket.at("resumed"), rows=10)
    run_job(job, workers=1)
    before = bucket.contents("resumed")
    lost = sorted(name for name in before if "part-" in name)[2:4]
    for name in lost:
        bucket.client.delete_object(Bucket=_BUCKET, Key=f"resumed/{name}")
    report = run_job(job, workers=1, resume=True)
    assert (report.done, report.stood) == (2, 4)
    assert bucket.contents("resumed") == before
    assert run_job(job, workers=1, overwrite=True).done == 6
    assert bucket.contents("resumed") == before


@pytest.mark.turns(3)
def test_more_than_1_000_objects_are_listed(bucket: Bucket) -> None:
    from moto.core import DEFAULT_ACCOUNT_ID
    from moto.s3.models import s3_backends

    stored = s3_backends[DEFAULT_ACCOUNT_ID]["aws"]
    for i in range(1010):  # without a request per object, which takes seconds
        stored.put_object(_BUCKET, f"many/puzzles/{i:04d}", b"1")
    listed = list(Folder(bucket.at("many")).listed("puzzles"))
    assert len(listed) == 1010
    assert {each.name for each in listed} == {f"puzzles/{i:04d}" for i in range(1010)}


def test_ctrl_c_during_an_upload_leaves_nothing_or_the_whole_object(bucket: Bucket) -> None:
    """A signal arrives at each line between opening and closing the object."""
    import sys

    store, data = Folder(bucket.at("stopped")), b"x" * 3000
    for n in range(1, 40):
        left = n

        def trace(frame: Any, event: str, argument: Any) -> Any:
            nonlocal left
            if frame.f_code.co_filename != store_module.__file__:
                return None
            if event == "line":
                left -= 1
                if not left:
                    raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            store.put(f"puzzles/{n}", data)
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        if left > 0:
            break
    else:
        pytest.fail("the end was not reached")
    assert n > 8
    assert set(bucket.objects("stopped").values()) == {data}


def test_an_exception_in_a_part_leaves_nothing(bucket: Bucket, trying: None, given: str) -> None:
    report = run_job(Job("try", given, bucket.at("failed"), {"wrong": 20}, rows=10), workers=1)
    assert [*report.failed] == [2]
    names = [name for name in bucket.objects("failed") if name.startswith("puzzles/part-00002")]
    assert names == []


def test_a_bucket_that_is_missing_is_one_message(bucket: Bucket, given: str) -> None:
    done = pandoku("batch", "count", given, "-o", f"s3://no-such-bucket/a?{bucket.end}")
    assert done.returncode == 2
    assert "no-such-bucket" in done.err
    assert "NO_SUCH_BUCKET" in done.err or "does not exist" in done.err
    assert done.err.count("\n") == 1


def test_a_store_that_refuses_is_one_message(
    bucket: Bucket, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(system: Any, path: str, data: bytes) -> None:
        raise OSError(f"When uploading {path}: AWS Error ACCESS_DENIED during PutObject operation")

    monkeypatch.setattr(store_module, "_write_object", refused)
    done = pandoku("batch", "count", given, "-o", bucket.at("denied"))
    assert done.returncode == 2
    assert "ACCESS_DENIED" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("place", ["nothing://a/b", "s3://?scheme=http"])
def test_an_address_of_no_store_is_refused(place: str, given: str) -> None:
    with pytest.raises((BatchError, OSError)):
        run_job(Job("count", given, place), workers=1)


def test_a_file_address_is_a_folder_of_this_machine(given: str, tmp_path: Path) -> None:
    run_job(Job("count", Path(given).as_uri(), (tmp_path / "out").as_uri()), workers=1)
    assert len(tables(tmp_path / "out")) == 1
