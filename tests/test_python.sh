#!/bin/sh
# The Python package: tests/test_python.sh PROGRAM, whose folder is the build. Builds the package below it and runs its tests, as it
# is installed from a wheel, and with sanitizers. Frameworks that are not installed are skipped with a sentence.
set -u
cd "$(dirname "$0")/.."
program=${1:-build/fuerstenfeld}
build=$(realpath "$(dirname "$program")")
. tests/ok.sh

# The first interpreter that has what the package needs to be built. Debian's own may stand behind another one.
for python in python3 /usr/bin/python3 ''; do
    [ -z "$python" ] || ! "$python" -c 'import cffi, numpy, setuptools, wheel' 2>/dev/null || break
done
if [ -z "$python" ]; then
    echo "skipped: the Python package needs python3-cffi, python3-numpy, python3-setuptools, python3-wheel"
    all_done
    exit
fi
if [ $slow != 1 ]; then
    echo "the build without sanitizers tests the Python package, and builds it with them"
    all_done
    exit
fi

export PYTHONDONTWRITEBYTECODE=1
# The tests never see the package's folder in the sources, which has no compiled module.
built() { (cd python && "$python" setup.py -q build --build-base "$build/python" --build-lib "$build/python/lib"); }
tests() { env PYTHONPATH="$1${PYTHONPATH:+:$PYTHONPATH}" "$python" -m unittest discover -s python/tests -p "$2" 2>&1; }
ok "python: the package is built" built
for test in python/tests/test_*.py; do
    ok "python: $(basename "$test" .py)" tests "$build/python/lib" "$(basename "$test")"
    sed -n 's/.*skipped .\(.*\).$/skipped: \1/p' "$work/ok.log" | sort -u
done

# Types, by the settings of python/pyproject.toml.
if "$python" -c 'import mypy' 2>/dev/null; then
    types() { (cd python && "$python" -m mypy --cache-dir "$work/mypy"); }
    ok "python: types" types
else
    echo "skipped: the check of the types needs python3-mypy, which is not installed"
fi

# As somebody else gets it: a source distribution, and a wheel from that alone, without a network.
wheel() {
    cp -r python "$work/source" && cp -r engine bots editions weights LICENSE "$work/" && rm -rf "$work/source/build" &&
        (cd "$work/source" && "$python" setup.py -q sdist --dist-dir "$work/dist") && mkdir "$work/unpacked" &&
        tar -C "$work/unpacked" -xf "$work"/dist/*.tar.gz &&
        (cd "$work"/unpacked/* && "$python" setup.py -q bdist_wheel --dist-dir "$work/dist") && ls "$work/dist" &&
        "$python" -m zipfile -e "$work"/dist/fuerstenfeld-*-abi3-*.whl "$work/site"
}
ok "python: a wheel from the source distribution" wheel
five_lines() {
    sed -n '/^```python$/,/^```$/p' python/README.md | sed '/^```/d' >"$work/five.py"
    [ "$(grep -c . "$work/five.py")" -le 7 ] && (cd "$work" && env PYTHONPATH="$work/site" "$python" five.py) | grep -q '^\['
}
ok "python: a first game in a few lines" five_lines

# Every byte that Python can reach, under AddressSanitizer and UndefinedBehaviorSanitizer.
asan=$(gcc -print-file-name=libasan.so) ubsan=$(gcc -print-file-name=libubsan.so)
fuzz() {
    env LD_PRELOAD="$asan $ubsan" ASAN_OPTIONS=detect_leaks=0 FUZZ_CALLS=4000 PYTHONPATH="$build/python-asan/lib" "$python" "$@"
}
sanitized() {
    (cd python && env FUERSTENFELD_SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=all -O1" \
        "$python" setup.py -q build --build-base "$build/python-asan" --build-lib "$build/python-asan/lib") &&
        fuzz python/tests/test_package.py Arrays BadArguments SameGames.test_records SameGames.test_broken_records &&
        fuzz python/tests/test_arguments.py
}
ok "python: fuzzed with sanitizers" sanitized
all_done
