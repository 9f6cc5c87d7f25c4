import { AU, type ClaudeLine, P, TR, TRX } from '../fixtures/transcripts/claude-code/builders.ts'
import { otherRuns } from './other-runs.ts'
import { type LabelledLine, type LabelledSession, spoken } from './session.ts'

/** A command, what it printed, the checks it ran with their verdicts, and its exit status. */
interface Run {
  script: string
  output: string
  /** `lint pass, test unknown`. */
  checks: string
  exit: number
}

function run(script: string, output: string, checks: string, exit = 0): Run {
  return { script, output, checks, exit }
}

/** Cut by a pipe, so that only the words can decide. */
function tailed(script: string, output: string, checks: string): Run {
  return run(`${script} 2>&1 | tail -40`, output, checks)
}

/** What runners of many languages print, and how scripts wrap them. */
const runs: { [session: string]: Run[] } = {
  'other-tools': otherRuns.map(([script, output, checks, exit]) => run(script, output, checks, exit)),
  csharp: [
    tailed(
      'dotnet test',
      'Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4, Duration: 1 s - A.dll (net8.0)\nPassed!  - Failed:     0, Passed:     5, Skipped:     0, Total:     5 - B.dll',
      'test fail',
    ),
    tailed(
      'dotnet build',
      'Build FAILED.\n\nProgram.cs(3,5): error CS0103: x\n    0 Warning(s)\n    1 Error(s)',
      'build fail',
    ),
    tailed('dotnet build', 'Build succeeded with 2 warning(s) in 3.2s', 'build pass'),
    tailed('dotnet build', 'Build failed with 1 error(s) in 3.2s', 'build fail'),
    tailed(
      'dotnet test',
      'Test summary: total: 5, failed: 0, succeeded: 5, skipped: 0, duration: 1.2s\nBuild succeeded in 3.0s',
      'test pass',
    ),
    tailed(
      'dotnet test',
      'Total tests: 5\n     Passed: 5\n Total time: 1.2 Seconds\nTest Run Successful.',
      'test pass',
    ),
    tailed('dotnet test', 'Test Run Failed.\nTotal tests: 5\n     Passed: 4\n     Failed: 1', 'test fail'),
  ],
  elixir: [
    tailed('mix test', '==> app_a\n12 tests, 1 failure\n==> app_b\n3 tests, 0 failures', 'test fail'),
    tailed('mix compile --warnings-as-errors', 'Compiling 3 files (.ex)\nGenerated app app', 'build pass'),
    tailed('mix compile --warnings-as-errors', '** (CompileError) lib/a.ex:3: undefined', 'build fail'),
    tailed('mix format --check-formatted', '** (Mix) mix format failed due to --check-formatted.', 'lint fail'),
    tailed('mix format --check-formatted', '', 'lint pass'),
    tailed('mix test', '** (Mix) Could not compile dependency :x', 'test fail'),
    tailed('mix test', '== Compilation error in file test/a_test.exs ==\n** (SyntaxError) x', 'test fail'),
    tailed('mix test', '5 properties, 12 tests, 0 failures', 'test pass'),
  ],
  jvm: [
    tailed(
      'mvn test',
      '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0',
      'test fail',
    ),
    tailed('./gradlew test', 'BUILD SUCCESSFUL in 12s\n8 actionable tasks: 3 executed', 'test pass'),
    tailed('./gradlew test', '> There were failing tests. See the report\nBUILD FAILED in 3s', 'test fail'),
    tailed('./gradlew clean test --info', 'BUILD SUCCESSFUL in 12s', 'test pass'),
    tailed('./gradlew check', 'BUILD SUCCESSFUL in 12s', 'test pass'),
    tailed('./gradlew ktlintCheck detekt', 'BUILD SUCCESSFUL in 12s', 'lint pass'),
    tailed(
      './gradlew assembleDebug',
      'e: file:///x/A.kt:3:5 Unresolved reference: foo\nBUILD FAILED in 3s',
      'build fail',
    ),
    tailed(
      './mvnw -B test',
      '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS',
      'test pass',
    ),
    tailed('mvn compile', '[ERROR] COMPILATION ERROR :\n[INFO] BUILD FAILURE', 'build fail'),
    tailed('mvn checkstyle:check', '[INFO] You have 0 Checkstyle violations.\n[INFO] BUILD SUCCESS', 'lint pass'),
    tailed('mvn spotless:check', '[INFO] BUILD FAILURE', 'lint fail'),
  ],
  typescript: [
    tailed(
      'pnpm -r test',
      'packages/a test:       Tests  1 failed | 3 passed (4)\npackages/b test:       Tests  5 passed (5)',
      'test fail',
    ),
    tailed(
      'npx turbo run test',
      'a:test: Tests:       1 failed, 3 passed, 4 total\nb:test: Tests:       5 passed, 5 total',
      'test fail',
    ),
    tailed(
      'npx vitest run',
      ' FAIL  src/a.test.ts [ src/a.test.ts ]\nError: Failed to load\n\n Test Files  1 failed (1)\n      Tests  no tests',
      'test fail',
    ),
    tailed('npx vitest run', ' Test Files  1 failed | 3 passed (4)\n      Tests  12 passed (12)', 'test fail'),
    tailed(
      'npx vitest run',
      ' Test Files  3 passed (3)\n      Tests  12 passed (12)\n     Errors  1 error',
      'test fail',
    ),
    tailed('npx jest', 'Test Suites: 1 failed, 3 passed, 4 total\nTests:       12 passed, 12 total', 'test fail'),
    tailed('npx jest --ci', 'No tests found, exiting with code 1', 'test not_run'),
    tailed('npx eslint src', '', 'lint pass'),
    tailed(
      'npx eslint src',
      '/x/a.ts\n  3:5  error  x is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)',
      'lint fail',
    ),
    tailed('npx eslint src', 'Oops! Something went wrong! :(\n\nESLint: 9.0.0', 'lint fail'),
    tailed('npx tsc -b', 'src/a.ts:3:5 - error TS2322: Type\n\nFound 1 error.', 'build fail'),
    tailed(
      'npm run build',
      'vite v5.0.0 building for production...\n✓ 300 modules transformed.\ndist/index.html 0.4 kB\n✓ built in 3.21s',
      'build pass',
    ),
    tailed('npm run build', 'error during build:\nRollupError: Could not resolve', 'build fail'),
    tailed(
      'npx next build',
      ' ✓ Compiled successfully\n   Linting and checking validity of types ...\nFailed to compile.\n\n./a.ts:3:5\nType error: x',
      'build fail',
    ),
    tailed('pnpm build', ' ELIFECYCLE  Command failed with exit code 1.', 'build fail'),
    tailed('npm test', 'npm error code ELIFECYCLE\nnpm error errno 1', 'test fail'),
    tailed('yarn test', 'error Command failed with exit code 1.', 'test fail'),
    tailed('bun run lint', 'error: script "lint" exited with code 1', 'lint fail'),
    tailed(
      'npm test',
      '> app@1.0.0 test\n> vitest run\n\n Test Files  3 passed (3)\n      Tests  12 passed (12)',
      'test pass',
    ),
    tailed('npx cypress run', '    ✔  All specs passed!                        00:03        3        3', 'test pass'),
    tailed('npx playwright test', '  1 flaky\n    [chromium] a.spec.ts\n  11 passed (4.2s)', 'test pass'),
    tailed('npx mocha', '  12 passing (30ms)\n  1 pending\n  2 failing', 'test fail'),
    tailed('node --test', '# tests 12\n# pass 11\n# fail 1', 'test fail'),
  ],
  python: [
    tailed('tox', '1 failed, 3 passed in 0.10s\n4 passed in 0.11s', 'test fail'),
    tailed('pytest', 'ERROR: file or directory not found: tests/x.py\n\nno tests ran in 0.01s', 'test not_run'),
    tailed('pytest', '=== no tests ran in 0.01s ===', 'test not_run'),
    tailed(
      'pytest -x',
      "E   ModuleNotFoundError: No module named 'x'\n=== short test summary info ===\nERROR tests/a.py\n!!! Interrupted: 1 error during collection !!!\n=== 1 error in 0.40s ===",
      'test fail',
    ),
    tailed('pytest', '=== 3 passed, 1 xfailed, 2 warnings in 61.20s (0:01:01) ===', 'test pass'),
    tailed('pytest -n 4', '12 passed, 2 rerun in 3.1s', 'test pass'),
    tailed('python -m pytest tests -q', '......F..\n1 failed, 8 passed, 3 deselected in 2.1s', 'test fail'),
    tailed('python -m unittest', 'Ran 0 tests in 0.000s\n\nNO TESTS RAN', 'test not_run'),
    tailed('python -m unittest', 'Ran 3 tests in 0.000s\n\nOK (skipped=1)', 'test pass'),
    tailed(
      'ruff check . && mypy .',
      'All checks passed!\nSuccess: no issues found in 3 source files',
      'lint pass, typecheck pass',
    ),
    tailed(
      'mypy .',
      'a.py:3: error: Incompatible types\nFound 1 error in 1 file (checked 3 source files)',
      'typecheck fail',
    ),
    tailed('mypy .', 'a.py:3: note: x\nSuccess: no issues found in 1 source file', 'typecheck pass'),
    tailed('pyright', '0 errors, 0 warnings, 0 informations ', 'typecheck pass'),
    tailed('flake8', 'a.py:1:1: F401 imported but unused', 'lint fail'),
    tailed('pylint src', 'Your code has been rated at 10.00/10', 'lint pass'),
    tailed(
      'ruff format --check .',
      'Would reformat: a.py\n1 file would be reformatted, 3 files already formatted',
      'lint fail',
    ),
    tailed('ruff format --check .', '4 files already formatted', 'lint pass'),
    tailed('isort --check .', 'ERROR: /x/a.py Imports are incorrectly sorted', 'lint fail'),
    tailed('black --check .', 'Oh no! 💥 💔 💥\n1 file would be reformatted.', 'lint fail'),
    tailed('uv run ty check', 'All checks passed!', 'typecheck pass'),
    tailed('uv run ty check', 'Found 3 diagnostics', 'typecheck fail'),
  ],
  swift: [
    tailed(
      'swift test',
      'Executed 3 tests, with 1 failure (0 unexpected) in 0.1 (0.1) seconds\nExecuted 0 tests, with 0 failures (0 unexpected) in 0.0 seconds\n✔ Test run with 0 tests passed after 0.001 seconds.',
      'test fail',
    ),
    tailed(
      'swift test',
      'Executed 3 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n✘ Test run with 4 tests failed after 0.001 seconds with 1 issue.',
      'test fail',
    ),
    tailed('swift build', 'Build complete! (3.2s)', 'build pass'),
    tailed('swift build', '/x/a.swift:3:5: error: cannot find x in scope', 'build fail'),
    tailed('xcodebuild test -scheme App', '** TEST SUCCEEDED **', 'test pass'),
    tailed('xcodebuild test -scheme App', '** TEST FAILED **', 'test fail'),
    tailed('xcodebuild -scheme App build', '** BUILD FAILED **', 'build fail'),
    tailed('swiftlint', 'Done linting! Found 0 violations, 0 serious in 30 files.', 'lint pass'),
    tailed('swiftlint', 'Done linting! Found 3 violations, 1 serious in 30 files.', 'lint fail'),
  ],
  ruby: [
    tailed('bundle exec rspec', '10 examples, 1 failure, 2 pending', 'test fail'),
    tailed('bundle exec rspec', '10 examples, 0 failures, 1 error occurred outside of examples', 'test fail'),
    tailed(
      'bundle exec rubocop',
      'Inspecting 30 files\n..............\n\n30 files inspected, no offenses detected',
      'lint pass',
    ),
    tailed('bin/rails test', '12 runs, 30 assertions, 0 failures, 1 errors, 0 skips', 'test fail'),
  ],
  php: [
    tailed('php artisan test', '  Tests:    1 failed, 12 passed (30 assertions)', 'test fail'),
    tailed('php artisan test', '  Tests:    12 passed (30 assertions)', 'test pass'),
    tailed('vendor/bin/pest', '  Tests:    2 skipped, 12 passed (30 assertions)', 'test pass'),
    tailed('vendor/bin/phpunit', 'ERRORS!\nTests: 12, Assertions: 30, Errors: 1.', 'test fail'),
    tailed(
      'vendor/bin/phpunit',
      'OK, but there were issues!\nTests: 12, Assertions: 30, Deprecations: 1.',
      'test pass',
    ),
    tailed('./vendor/bin/phpcs', 'FOUND 3 ERRORS AFFECTING 2 LINES', 'lint fail'),
    tailed(
      'vendor/bin/php-cs-fixer fix --dry-run',
      'Found 2 of 30 files that can be fixed in 0.5 seconds',
      'lint fail',
    ),
    tailed(
      'vendor/bin/php-cs-fixer fix --dry-run',
      'Found 0 of 30 files that can be fixed in 0.5 seconds',
      'lint pass',
    ),
    tailed('vendor/bin/pint --test', '  PASS   ............ 30 files', 'lint pass'),
    tailed('vendor/bin/pint --test', '  FAIL   ............ 30 files, 1 style issue', 'lint fail'),
    tailed('vendor/bin/psalm', 'No errors found!', 'typecheck pass'),
    tailed('vendor/bin/psalm', '3 errors found', 'typecheck fail'),
  ],
  cpp: [
    tailed(
      'ctest --test-dir build',
      '50% tests passed, 1 tests failed out of 2\n\nErrors while running CTest',
      'test fail',
    ),
    tailed('cmake --build build', '[100%] Built target app', 'build pass'),
    tailed('cmake --build build', 'gmake: *** [Makefile:136: all] Error 2', 'build fail'),
    tailed('cmake --build build', 'ninja: build stopped: subcommand failed.', 'build fail'),
    tailed('ninja -C build', 'FAILED: src/a.o\nninja: build stopped: subcommand failed.', 'build fail'),
    tailed(
      'make -j8',
      "a.c:3:5: error: use of undeclared identifier 'x'\nmake: *** [Makefile:3: a.o] Error 1",
      'build fail',
    ),
  ],
  rust: [
    tailed(
      'cargo clippy -- -D warnings',
      'warning: unused variable: `x`\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.5s',
      'lint pass',
    ),
    tailed(
      'cargo clippy -- -D warnings',
      'error: unused variable: `x`\nerror: could not compile `a` (lib) due to 1 previous error',
      'lint fail',
    ),
    tailed('cargo fmt --check', 'Diff in /x/src/main.rs:3:\n-a\n+b', 'lint fail'),
    tailed('cargo fmt --all -- --check', '', 'lint pass'),
    tailed('cargo check', '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.5s', 'typecheck pass'),
    tailed(
      'cargo test',
      'error[E0425]: cannot find value `x`\nerror: could not compile `a` (lib test) due to 1 previous error',
      'test fail',
    ),
    tailed(
      'cargo test',
      'test result: ok. 3 passed; 0 failed; 0 ignored\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\nerror: test failed, to rerun pass `--lib`',
      'test fail',
    ),
    tailed('cargo nextest run', 'error: test run failed', 'test fail'),
  ],
  go: [
    tailed('go vet ./...', '# example.com/a\n./a.go:3:5: x declared and not used', 'typecheck fail'),
    tailed('go vet ./...', '', 'typecheck pass'),
    tailed('gofmt -l .', '', 'lint pass'),
    tailed('gofmt -l .', 'cmd/a.go', 'lint fail'),
    tailed('go test ./...', '?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.2s', 'test pass'),
    tailed('go test ./... -run TestX', 'ok  \texample.com/b\t0.2s [no tests to run]', 'test not_run'),
    tailed('go test ./...', 'panic: runtime error: x\nFAIL\texample.com/b\t0.2s\nFAIL', 'test fail'),
  ],
  others: [
    tailed('zig build test', 'Build Summary: 3/3 steps succeeded; 12/12 tests passed', 'test pass'),
    tailed(
      'zig build test',
      "error: 'a.test.x' failed: expected 3\nBuild Summary: 1/3 steps succeeded; 1 failed; 11/12 tests passed; 1 failed",
      'test fail',
    ),
    tailed('bazel test //...', 'Executed 3 out of 3 tests: 3 tests pass.', 'test pass'),
    tailed('bazel test //...', 'Executed 3 out of 3 tests: 2 tests pass and 1 fails locally.', 'test fail'),
    tailed('stack test', 'Completed 2 action(s).', 'test unknown'),
    tailed('cabal test', '1 of 1 test suites (1 of 1 test cases) passed.', 'test pass'),
    tailed('cabal test', '0 of 1 test suites (0 of 1 test cases) passed.', 'test fail'),
    tailed('terraform validate', 'Success! The configuration is valid.', 'lint pass'),
    tailed('helm lint chart', '1 chart(s) linted, 0 chart(s) failed', 'lint pass'),
    tailed('shellcheck x.sh', '', 'lint pass'),
    tailed('prove -r t', 'All tests successful.\nFiles=3, Tests=12\nResult: PASS', 'test pass'),
    tailed('prove -r t', 'Result: FAIL', 'test fail'),
    tailed(
      'hurl --test a.hurl',
      'Executed files:    1\nSucceeded files:   1 (100.0%)\nFailed files:      0 (0.0%)',
      'test pass',
    ),
  ],
  shell: [
    run('time npm test', '', 'test pass'),
    run('FOO=1 BAR="a b" timeout 60 npm test', '', 'test pass'),
    run('timeout 60 npm test', '', 'test not_run', 124),
    run('timeout 60s cargo test --quiet', 'running 3 tests', 'test not_run', 124),
    run('gtimeout 60 npm test', '', 'test pass'),
    run('docker compose run --rm web bundle exec rspec', '', 'test pass'),
    run('docker exec -it app sh -c "cd /app && npm test"', '', 'test pass'),
    run('docker-compose exec -T web bin/rails test', '', 'test pass'),
    run('docker run --rm -v "$PWD":/app -w /app node:20 npm test', '', 'test pass'),
    run('kubectl exec pod -- npm test', '', 'test pass'),
    run('ssh host "cd app && npm test"', '', 'test pass'),
    run('ssh -p 22 user@host npm test', '', 'test pass'),
    run('ssh user@host npm test', 'ssh: connect to host host port 22: Connection refused', 'test not_run', 255),
    run('nix develop -c cargo test', '', 'test pass'),
    run('nix develop --command bash -c "cargo test"', '', 'test pass'),
    run('direnv exec . npm test', '', 'test pass'),
    run('xvfb-run -a npm run test:e2e', '', 'test pass'),
    run('sudo -u app npm test', '', 'test pass'),
    run('conda run -n env pytest', '', 'test pass'),
    run('poetry run pytest', '', 'test pass'),
    run('uvx ruff check .', 'All checks passed!', 'lint pass'),
    run('pipx run mypy .', '', 'typecheck pass'),
    run('hatch run test', '', 'test pass'),
    run('(cd web && npm test)', '', 'test pass'),
    run('cd web; npm test', '', 'test pass'),
    run('if npm test; then echo yes; fi', 'yes', 'test unknown'),
    run('! npm test', '', 'test unknown'),
    run('npm test || true', '', 'test unknown'),
    run('npm test &', '', 'test unknown'),
    run('npm run lint; npm test', '', 'lint unknown, test pass'),
    run('npm run lint; npm test', '', 'lint unknown, test fail', 1),
    run('for d in a b; do (cd $d && npm test); done', '', 'test unknown'),
    run('while true; do npm test; done', '', 'test unknown'),
    run('npx vitest', 'Tests  3 passed (3)', 'test pass'),
    run('npm test 2>&1 | tee out.log', '', 'test unknown'),
    run('npm test 2>&1 | grep -v warn', '', 'test unknown'),
    run('npm test 2>&1 | grep -E "passed|failed" | tail -3', '      Tests  3 passed (3)', 'test pass'),
    run('npm test 2>&1 | grep -E "✓|✗"', '', 'test unknown'),
    run('npm test > /dev/null 2>&1', '', 'test pass'),
    run('npm test > /dev/null 2>&1 && echo "OK"', 'OK', 'test pass'),
    run('npm test; echo "EXIT: $?"', 'stuff\nEXIT: 0', 'test pass'),
    run('npm test; RC=$?; echo $RC', 'stuff\n1', 'test fail'),
    run('npm test; rc=$?; echo "rc=$rc"; exit $rc', 'rc=0', 'test pass'),
    run('just check', 'test result: ok. 3 passed; 0 failed', 'test pass'),
    run('make test lint', '', 'test pass, lint pass'),
    run('make', '', 'build pass'),
    run('make -C sub all', '', 'build pass'),
    run('make docker-build', '', 'build pass'),
    run('npx eslint --fix src', '', 'lint pass'),
    run('npm run build && node dist/index.js', 'hi', 'build pass'),
  ],
  ends: [
    run('npm run build && node dist/index.js', 'Error: x', 'build unknown', 1),
    run('npm run build && node dist/index.js', '✓ built in 3.21s\nError: x', 'build pass', 1),
    run('npx tsc --noEmit && npx vitest run', 'a.ts(1,2): error TS2322: x', 'typecheck fail, test not_run', 2),
    run('pytest', '... 3 failed, 2 passed in 0.1s', 'test fail', 1),
    run('pytest', 'bash: line 1: pytest: command not found', 'test not_run', 127),
    run('npx jest', 'Error: connect ECONNREFUSED 127.0.0.1:5432', 'test fail', 1),
    run('./gradlew test', '/usr/bin/env: ‘java’: No such file or directory', 'test not_run', 127),
    run('cargo test', 'error: could not find `Cargo.toml` in `/x` or any parent directory', 'test not_run', 101),
    run(
      'npm test',
      'npm error enoent Could not read package.json: Error: ENOENT: no such file or directory',
      'test not_run',
      254,
    ),
    run('go test ./...', 'go: go.mod file not found in current directory or any parent directory', 'test not_run', 1),
    run(
      'mix test',
      '** (Mix) Could not find a Mix.Project, please ensure you are running Mix in a directory with a mix.exs file',
      'test not_run',
      1,
    ),
    run('pytest tests/x.py', 'ERROR: file or directory not found: tests/x.py', 'test not_run', 4),
    run('pytest -k nothing', '=== 12 deselected in 0.1s ===', 'test not_run', 5),
    run('docker compose exec web pytest', 'service "web" is not running', 'test not_run', 1),
    run('docker exec app pytest', 'Error response from daemon: No such container: app', 'test not_run', 1),
    run('cd nowhere && npm test', 'bash: cd: nowhere: No such file or directory', 'test not_run', 1),
    run('npx vitest run', 'Cannot find module', 'test fail', 1),
    run(
      'eslint .',
      "Oops! Something went wrong! :(\nESLint couldn't find an eslint.config.(js|mjs|cjs) file.",
      'lint not_run',
      2,
    ),
  ],
}

/** More lines than this have no minute of their own. */
const runsInSession = 25

/** One message for each session, then its runs one after the other. */
export const checkSessions: readonly LabelledSession[] = Object.entries(runs).flatMap(([name, own]) =>
  Array.from({ length: Math.ceil(own.length / runsInSession) }, (_, part) => ({
    name: `checks-${name}-${part + 1}`,
    lines: [
      spoken(P('Run the checks.')),
      ...own.slice(part * runsInSession, (part + 1) * runsInSession).flatMap(linesOf),
    ],
  })),
)

function linesOf({ script, output, checks, exit }: Run, index: number): [LabelledLine, ClaudeLine] {
  const id = `c${index}`
  const labels = checks.split(', ').map(check => {
    const [kind = '', truth = ''] = check.split(' ')
    return (transcript: string, line: number) => ({ transcript, lines: [line, line + 1], kind, command: script, truth })
  })
  const result =
    exit === 0
      ? TR(id, output, { stdout: output, stderr: '' })
      : TRX(id, `Exit code ${exit}\n${output}`, `Error: ${exit}`)
  return [{ line: AU(id, 'Bash', { command: script }), labels }, result]
}
