import { expect, it } from 'vitest'
import { done, ran, type Step, turnOf } from '../../../test/diary/turn-script.ts'
import type { ResultEvent } from '../../transcripts/event.ts'
import { checkRuns } from './check-runs.ts'
import { toolRuns } from './tool-runs.ts'

const verdicts = (...steps: Step[]) =>
  checkRuns(toolRuns(turnOf(...steps)))
    .map(({ kind, verdict }) => `${kind} ${verdict}`)
    .join(', ')

/** What each runner prints, cut by a pipe, so that only the words can decide. */
it.each([
  ['mise run test', 'ok  \texample.com/a\t0.1s\n[test] Finished in 2s', 'test pass'],
  ['mise run test', '--- FAIL: TestA (0.00s)\nFAIL\n[test] ERROR task failed', 'test fail'],
  ['mise run lint', '[lint] ERROR task failed', 'lint fail'],
  ['just test', 'error: Recipe `test` failed on line 4 with exit code 1', 'test fail'],
  ['task lint', 'task: Failed to run task "lint": exit status 1', 'lint fail'],
  ['make lint', 'make: *** [Makefile:12: lint] Error 1', 'lint fail'],
  ['npm run typecheck', 'npm error Lifecycle script `typecheck` failed with error:', 'typecheck fail'],
  ['./gradlew :app:test', "Execution failed for task ':app:test'.", 'test fail'],
  ['go test ./...', 'ok  \texample.com/a\t(cached)\nok  \texample.com/b\t0.2s', 'test pass'],
  ['go test ./...', 'ok  \texample.com/a\t(cached)\nFAIL\texample.com/b [build failed]\nFAIL', 'test fail'],
  ['gotestsum ./...', 'DONE 45 tests, 2 skipped in 3.1s', 'test pass'],
  ['gotestsum ./...', 'DONE 45 tests, 1 failure in 3.1s', 'test fail'],
  ['golangci-lint run', '0 issues.', 'lint pass'],
  ['golangci-lint run', 'a.go:3:1: unused variable x (unused)\n1 issues:\n* unused: 1', 'lint fail'],
  ['mix test', 'Finished in 0.1 seconds\n3 doctests, 12 tests, 0 failures', 'test pass'],
  ['mix test', '12 tests, 2 failures, 1 excluded', 'test fail'],
  ['mix credo --strict', '182 mods/funs, found no issues.', 'lint pass'],
  ['mix credo', '182 mods/funs, found 2 warnings, 1 refactoring opportunity.', 'lint fail'],
  ['mix dialyzer', 'Total errors: 0, Skipped: 0\ndone (passed successfully)', 'typecheck pass'],
  ['mix dialyzer', 'Total errors: 2, Skipped: 0\ndone (warnings were emitted)', 'typecheck fail'],
  ['python -m unittest', 'Ran 12 tests in 0.01s\n\nOK', 'test pass'],
  ['python -m unittest', 'Ran 12 tests in 0.01s\n\nFAILED (failures=1, errors=1)', 'test fail'],
  ['poetry run pytest -q', '12 passed, 1 warning in 0.40s', 'test pass'],
  ['uv run pytest', '=== 1 failed, 3 passed in 2.10s ===', 'test fail'],
  ['python manage.py test', 'Ran 5 tests in 1.2s\n\nOK', 'test pass'],
  ['ruff check .', 'All checks passed!', 'lint pass'],
  ['ruff check .', 'Found 3 errors.\n[*] 2 fixable with the `--fix` option.', 'lint fail'],
  ['mypy src', 'Success: no issues found in 12 source files', 'typecheck pass'],
  ['mypy src', 'Found 3 errors in 1 file (checked 12 source files)', 'typecheck fail'],
  ['pyright', '0 errors, 2 warnings, 0 informations', 'typecheck pass'],
  ['pyright', '4 errors, 2 warnings, 0 informations', 'typecheck fail'],
  ['black --check .', 'All done!\n12 files would be left unchanged.', 'lint pass'],
  ['black --check .', '1 file would be reformatted, 3 files would be left unchanged.', 'lint fail'],
  ['pre-commit run -a', 'trailing whitespace......Passed\nmypy.....................Failed', 'lint fail'],
  ['pre-commit run -a', 'trailing whitespace......Passed\nmypy.....................Passed', 'lint pass'],
  ['vendor/bin/phpunit', 'OK (12 tests, 30 assertions)', 'test pass'],
  ['vendor/bin/phpunit', 'Tests: 12, Assertions: 30, Failures: 1.', 'test fail'],
  ['composer test', 'Script phpunit handling the test event returned with error code 1', 'test fail'],
  ['vendor/bin/phpstan analyse', ' [OK] No errors', 'typecheck pass'],
  ['vendor/bin/phpstan analyse', ' [ERROR] Found 3 errors', 'typecheck fail'],
  ['bundle exec rspec', '10 examples, 0 failures', 'test pass'],
  ['bin/rails test', '12 runs, 30 assertions, 0 failures, 0 errors, 0 skips', 'test pass'],
  ['bin/rails test', '12 runs, 30 assertions, 1 failures, 0 errors, 0 skips', 'test fail'],
  ['bundle exec rubocop', '34 files inspected, no offenses detected', 'lint pass'],
  ['bundle exec rubocop', '34 files inspected, 2 offenses detected', 'lint fail'],
  ['git ls-files -z | xargs -0 -n 50 bunx biome check', 'Checked 12 files in 9ms. No fixes applied.', 'lint pass'],
  ['bun test', ' 12 pass\n 0 fail\nRan 12 tests across 3 files.', 'test pass'],
  ['bun test', ' 11 pass\n 1 fail\nRan 12 tests across 3 files.', 'test fail'],
  ['deno test -A', 'ok | 12 passed | 0 failed (40ms)', 'test pass'],
  ['deno test -A', 'FAILED | 11 passed | 1 failed (40ms)', 'test fail'],
  ['npx playwright test', '  12 passed (4.2s)', 'test pass'],
  ['npx playwright test', '  1 failed\n    a.spec.ts:3:1 › opens\n  11 passed (4.2s)', 'test fail'],
  ['npx vitest run', '      Tests  12 passed (12)', 'test pass'],
  ['yarn jest', 'Tests:       1 failed, 11 passed, 12 total', 'test fail'],
  ['npx eslint .', '✖ 3 problems (2 errors, 1 warning)', 'lint fail'],
  ['npx biome check', 'Checked 12 files in 5ms. No fixes applied.', 'lint pass'],
  ['npx biome check', 'Checked 12 files in 5ms.\nFound 2 errors.', 'lint fail'],
  ['npx prettier --check .', 'All matched files use Prettier code style!', 'lint pass'],
  ['npx prettier --check .', '[warn] Code style issues found in 2 files.', 'lint fail'],
  ['npx svelte-check', 'svelte-check found 0 errors and 2 warnings', 'typecheck pass'],
  ['npx tsc --noEmit', "a.ts(1,2): error TS2322: Type 'x'", 'typecheck fail'],
  ['npx tsc --noEmit', '', 'typecheck pass'],
  ['npx vite build', '✓ built in 1.20s', 'build pass'],
  ['npm run build', 'Failed to compile.\n\n./src/a.ts', 'build fail'],
  ['cargo test', 'test result: ok. 12 passed; 0 failed; 0 ignored', 'test pass'],
  ['cargo nextest run', '     Summary [   0.5s] 12 tests run: 12 passed, 0 skipped', 'test pass'],
  ['cargo nextest run', '     Summary [   0.5s] 12 tests run: 11 passed, 1 failed, 0 skipped', 'test fail'],
  ['cargo clippy', 'error: could not compile `x` (lib) due to 2 previous errors', 'lint fail'],
  ['cargo build', '    Finished `dev` profile [unoptimized] target(s) in 0.5s', 'build pass'],
  ['swift test', 'Executed 12 tests, with 0 failures (0 unexpected) in 0.1 seconds', 'test pass'],
  ['swift test', 'Executed 12 tests, with 2 failures (0 unexpected) in 0.1 seconds', 'test fail'],
  ['ctest', '100% tests passed, 0 tests failed out of 12', 'test pass'],
  ['ctest', '92% tests passed, 1 tests failed out of 12', 'test fail'],
  ['flutter test', '00:03 +12: All tests passed!', 'test pass'],
  ['flutter test', '00:03 +11 -1: Some tests failed.', 'test fail'],
  ['./gradlew test', '12 tests completed, 1 failed', 'test fail'],
  ['./gradlew build', 'BUILD SUCCESSFUL in 3s', 'build pass'],
  ['mvn -q verify', 'Tests run: 12, Failures: 0, Errors: 0, Skipped: 0', 'test pass'],
  ['mvn package -DskipTests', '[INFO] BUILD SUCCESS', 'build pass'],
  ['dotnet test', 'Passed!  - Failed:     0, Passed:    12, Skipped:     0', 'test pass'],
  ['dotnet test', 'Test summary: total: 12, failed: 1, succeeded: 11, skipped: 0', 'test fail'],
  ['dotnet build', 'Build succeeded.\n    0 Warning(s)', 'build pass'],
  ['sbt test', '[info] Passed: Total 12, Failed 0, Errors 0, Passed 12', 'test pass'],
  ['lein test', 'Ran 12 tests containing 30 assertions.\n1 failures, 0 errors.', 'test fail'],
  ['rebar3 eunit', 'All 12 tests passed.', 'test pass'],
  ['bats test', '12 tests, 0 failures', 'test pass'],
  ['docker compose exec web npm test', '      Tests  1 failed | 2 passed (3)', 'test fail'],
  ['bash scripts/test.sh', '12 passed in 0.40s', 'test pass'],
  ['ruff check --fix .', 'Found 3 errors (3 fixed, 0 remaining).', 'lint pass'],
  ['ruff check --fix .', 'Found 3 errors (2 fixed, 1 remaining).', 'lint fail'],
  ['bundle exec rubocop -a', '34 files inspected, 3 offenses detected, 3 offenses corrected', 'lint pass'],
  ['bundle exec rubocop -a', '34 files inspected, 3 offenses detected, 2 offenses corrected', 'lint fail'],
  ['tox -e py312', '  py312: FAIL code 1 (3.2 seconds)\n  evaluation failed :( (3.3 seconds)', 'test fail'],
  ['tox -e lint,types', '  congratulations :) (3.3 seconds)', 'lint pass, typecheck pass'],
  ['nox -s lint', 'nox > Command ruff check . failed with exit code 1\nnox > Session lint failed.', 'lint fail'],
  ['nox -s tests', 'nox > Session tests was successful in 5 seconds.', 'test pass'],
  ['tox', '  congratulations :) (3.3 seconds)', 'test pass'],
  ['coverage run -m pytest', '5 passed in 0.2s', 'test pass'],
  [
    'pnpm turbo run lint test',
    'web:test:  Tests  12 passed (12)\n Tasks:    4 successful, 4 total',
    'lint pass, test pass',
  ],
  ['pnpm turbo build', ' Tasks:    3 successful, 4 total\nFailed:    web#build', 'build fail'],
  ['yarn nx affected -t test', ' NX   Successfully ran target test for 5 projects', 'test pass'],
  [
    'npx nx run-many -t lint test',
    ' NX   Ran targets lint, test for 3 projects\n\nFailed tasks:\n\n- web:test\n',
    'lint unknown, test fail',
  ],
  [
    'pnpm -r test',
    'packages/a test: ok | 3 passed | 0 failed\npackages/b test: FAILED | 1 passed | 2 failed',
    'test fail',
  ],
  ['pnpm --filter web typecheck', '> web@1.0.0 typecheck /w\n> tsc --noEmit', 'typecheck pass'],
  ['bun run typecheck', '$ tsc --noEmit && node check.js', 'typecheck unknown'],
  [
    'mvn clean install',
    'Tests run: 12, Failures: 2, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE',
    'build fail, test fail',
  ],
  ['mvn -pl core test', '[INFO] No tests to run.\n[INFO] BUILD SUCCESS', 'test not_run'],
  ['./gradlew build', '12 tests completed, 1 failed\nBUILD FAILED in 3s', 'build fail, test fail'],
  ['bazel build //...', 'ERROR: Build did NOT complete successfully', 'build fail'],
  ['mix compile --warnings-as-errors', 'Compilation failed due to warnings while using the option', 'build fail'],
  ['mix precommit', '182 mods/funs, found no issues.\n12 tests, 1 failure', 'test fail'],
  ['xcodebuild test -scheme App | xcbeautify', 'Test Succeeded', 'test pass'],
  ['sbt "testOnly shop.Orders"', '[info] Tests: succeeded 3, failed 1, canceled 0', 'test fail'],
  ['sbt compile', '[success] Total time: 3 s', 'build pass'],
  ['ninja -C build', '[11/12] Building a.o\n[12/12] Linking CXX executable app', 'build pass'],
  ['ninja -C build', '[11/12] Building a.o', 'build unknown'],
  ['./build/unit_tests', '[  PASSED  ] 12 tests.', 'test pass'],
  ['meson test -C build', 'Ok:                 12\nFail:               0\nTimeout:            1', 'test fail'],
  ['forge test', 'Ran 2 test suites in 5ms: 12 tests passed, 0 failed, 0 skipped', 'test pass'],
  ['busted', '12 successes / 1 failure / 0 errors / 0 pending', 'test fail'],
  ['Rscript -e "devtools::test()"', '[ FAIL 0 | WARN 0 | SKIP 0 | PASS 12 ]', 'test pass'],
  ['julia -e "using Pkg; Pkg.test()"', 'Some tests did not pass: 3 passed, 1 failed, 0 errored', 'test fail'],
  ['gleam test', '12 passed, no failures', 'test pass'],
  ['bats test', '1..2\nok 1 opens\nok 2 closes', 'test pass'],
  ['bats test', 'ok 1 opens\nok 2 closes', 'test unknown'],
  ['bats test', '1..2\nok 1 opens\nnot ok 2 closes', 'test fail'],
  ['docker build .', 'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete', 'build fail'],
  ['nx run-many -t lint test', '✖ 3 problems (2 errors, 1 warning)\n      Tests  2 passed (2)', 'lint fail, test pass'],
  ['./gradlew test', "Execution failed for task ':compileKotlin'.\n\nBUILD FAILED in 4s", 'test fail'],
  [
    './gradlew clean build',
    '> There were failing tests. See the report at: a\n\nBUILD FAILED in 3s',
    'build fail, test fail',
  ],
  [
    'dotnet run --project tests/Shop.Tests',
    'Test run summary: Passed!\n  total: 12\n  failed: 0\n  succeeded: 12',
    'test pass',
  ],
  ['dotnet run --project src/Shop', 'Test run summary: Passed!\n  total: 12\n  failed: 0\n  succeeded: 12', ''],
  ['dotnet format --verify-no-changes', 'Shop.cs(3,5): error WHITESPACE: Fix formatting.', 'lint fail'],
  ['pio run', '==== [SUCCESS] Took 12.30 seconds ====', 'build pass'],
  ['pio run -t clean', '==== [SUCCESS] Took 1.30 seconds ====', ''],
  ['platformio test -e native', '==== 12 test cases: 1 failed, 11 succeeded in 00:00:03.120 ====', 'test fail'],
  ['idf.py build', 'Project build complete. To flash, run:\n idf.py flash', 'build pass'],
  ['npx ng build', 'Application bundle generation failed. [3.2 seconds]', 'build fail'],
  ['docker compose build web', ' web  Built', 'build pass'],
  ['make', "make: Nothing to be done for 'all'.", 'build pass'],
  ['make test', "make: Nothing to be done for 'test'.", 'test not_run'],
  ['bin/rails test', 'Your Ruby version is 3.2.0, but your Gemfile specified 3.3.0', 'test not_run'],
  ['vendor/bin/rector process --dry-run', ' [OK] 2 files would have been changed (dry-run) by Rector', 'lint fail'],
  ['composer stan', ' [OK] No errors', 'typecheck pass'],
  ['dart format --output=none --set-exit-if-changed .', 'Formatted 12 files (1 changed) in 0.12 seconds.', 'lint fail'],
  ['flutter analyze', '   info • Use const • lib/a.dart:3:5 • x\n\n9 issues found. (ran in 8.0s)', 'typecheck fail'],
  ['flutter analyze --no-fatal-infos', '   info • Use const • a.dart:3:5 • x\n\n9 issues found.', 'typecheck unknown'],
  ['dart analyze', '   info - a.dart:3:5 - Use const. - x\n\n1 issue found.', 'typecheck pass'],
  ['dart analyze', 'warning - a.dart:3:5 - Unused import. - x\n\n1 issue found.', 'typecheck fail'],
  ['melos run test', '  └> flutter test\n     └> SUCCESS', 'test pass'],
  ['fvm flutter test', '00:03 +12: All tests passed!', 'test pass'],
  ['./vendor/bin/sail artisan test', '  Tests:    4 passed (12 assertions)', 'test pass'],
  ['ddev exec vendor/bin/phpunit', 'OK (12 tests, 30 assertions)', 'test pass'],
  ['rbenv exec bundle exec rspec', '10 examples, 0 failures', 'test pass'],
  ['arch -arm64 swift test', 'Executed 12 tests, with 0 failures (0 unexpected) in 0.1 seconds', 'test pass'],
  ['script -q /dev/null npm test', '      Tests  12 passed (12)', 'test pass'],
  ['cmd //c "gradlew.bat test"', 'BUILD SUCCESSFUL in 3s', 'test pass'],
  ['powershell.exe -Command "npm test"', '      Tests  1 failed | 11 passed (12)', 'test fail'],
  ['mix do format --check-formatted + test', '12 tests, 0 failures', 'lint pass, test pass'],
  ['home-manager build', "error:\n       … while evaluating the attribute 'x'", 'build fail'],
  ['npx playwright test', '  1 interrupted\n  2 did not run\n  9 passed (4.2s)', 'test fail'],
  ['node tests/run.js', '12 passed, 1 failed', 'test fail'],
  ['./test.sh', 'All 12 tests passed', 'test pass'],
  ['pnpm --filter api build', '> @shop/api@0.1.0 build /w/api\n> nest build', 'build pass'],
  [
    'pnpm --filter web exec jest',
    ' ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command failed with exit code 1: jest',
    'test fail',
  ],
  ['pnpm --filter web exec jest', ' ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command "jest" not found', 'test not_run'],
  ['pnpm -r test lint', ' ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  @shop/web@0.1.0 test: `jest`', 'test fail'],
])('%s that prints %j ends with %s', (command, text, expected) => {
  expect(verdicts(...ran(`${command} 2>&1 | tail -20`, { text, exit: 0 }))).toBe(expected)
})

it.each([
  [
    'go test ./... -v | head -3',
    '--- PASS: TestA\nok  \texample.com/a\t0.1s\nok  \texample.com/b\t0.1s',
    'test unknown',
  ],
  ['go test ./... -v | head -30', '--- PASS: TestA\nok  \texample.com/a\t0.1s', 'test pass'],
  ['go build ./... 2>&1 | head -20', '', 'build pass'],
  ['go build ./... 2>&1 | head -20', '# example.com/a\na.go:3:1: undefined: x', 'build fail'],
  ['go test ./... | grep -E "FAIL|panic"', '', 'test pass'],
  ['go test ./... | grep -E "^(FAIL|ok)" | head -9', 'ok  \ta\t0.1s\nok  \tb\t0.1s', 'test pass'],
  ['go test ./... | grep -E "^(FAIL|ok)" | head -2', 'ok  \ta\t0.1s\nok  \tb\t0.1s', 'test unknown'],
  ['cargo test | grep "test result"', 'test result: ok. 3 passed; 0 failed; 0 ignored', 'test pass'],
  ['go build ./tools/... 2>&1', 'go: warning: "./tools/..." matched no packages', 'build not_run'],
  ['go test ./... | grep "^ok"', 'ok  \texample.com/a\t0.1s', 'test unknown'],
  ['npm test | wc -l', '120', 'test unknown'],
  ['npm test > out.log 2>&1; echo "exit: $?"', 'exit: 0', 'test pass'],
  ['npm test > out.log 2>&1; echo "exit: $?"; tail -3 out.log', 'exit: 1\nmore', 'test fail'],
  ['npm test | tail -3; echo $' + '{PIPESTATUS[0]}', 'bye\n2', 'test fail'],
  ['npm test >/dev/null && echo PASSED || echo BROKEN', 'PASSED', 'test pass'],
  ['npm test >/dev/null && echo PASSED || echo BROKEN', 'BROKEN', 'test fail'],
  ['npm test || echo "tests failed"', 'tests failed', 'test fail'],
  ['(npm run lint && npm test) | tail -3', '      Tests  2 passed (2)', 'lint pass, test pass'],
  ['./gradlew test | grep BUILD', 'BUILD SUCCESSFUL in 15s', 'test pass'],
  ['go test ./... | grep -v "no test files"', 'ok  \texample.com/a\t0.1s', 'test pass'],
  ['go test ./... | grep -v ok', '', 'test unknown'],
  ['npx tsc --noEmit | grep "error TS" | head', '', 'typecheck pass'],
  ['npx tsc --noEmit | grep "error TS" || echo "none"', 'none', 'typecheck pass'],
  ['npx tsc --noEmit | grep src/a.ts || echo "none"', 'none', 'typecheck unknown'],
  ['cargo build | grep -E "^(warning|error)"', '', 'build pass'],
  ['cargo test | grep error', '', 'test unknown'],
  ['cargo build | grep "error.E0308"', '', 'build unknown'],
  ['dotnet test | Select-Object -Last 3', 'Passed!  - Failed:     0, Passed:    12, Skipped:     0', 'test pass'],
  ['npm run lint | tail -3 && npm test | tail -3', '      Tests  1 failed | 2 passed (3)', 'lint unknown, test fail'],
  ['pytest | grep -E "passed|failed"', '', 'test unknown'],
  ['pytest tests | tail', "ImportError while loading conftest '/w/tests/conftest.py'.", 'test fail'],
  ['ruff format --check . ; ruff check .', '1 file would be reformatted\nAll checks passed!', 'lint fail, lint pass'],
  ['npx eslint . | tail; npx prettier --check .', 'Code style issues found in 2 files.', 'lint unknown, lint fail'],
  [
    'mypy a | tail; pyright b',
    'Found 3 errors in 1 file (checked 9 source files)\n0 errors, 0 warnings',
    'typecheck fail, typecheck pass',
  ],
  [
    'tox -e py311,lint',
    '  py311: OK (12.33=setup[3.21] seconds)\n  lint: FAIL code 1 (4.12=setup[0.02] seconds)',
    'test pass, lint fail',
  ],
  ['nox -s tests-3.12 lint | tail', 'nox > * tests-3.12: success\nnox > * lint: failed', 'test pass, lint fail'],
  ['mise run lint ::: test | tail', '[lint] Finished in 1.2s\n[test] ERROR task failed', 'lint pass, test fail'],
  ['npx turbo build test | tail', ' Tasks:    3 successful, 4 total\nFailed:    web#test', 'build pass, test fail'],
  ['npx turbo build test | tail', ' Tasks:    2 successful, 4 total\nFailed:    web#test', 'build unknown, test fail'],
  ['hatch fmt --check | tail', '1 file would be reformatted, 12 files already formatted', 'lint fail'],
  ['flutter test --machine | tail -1', '{"success":false,"type":"done","time":4120}', 'test fail'],
  ['actionlint | head', '.github/workflows/ci.yml:12:9: unexpected key "step" [syntax-check]', 'lint fail'],
  ['pwsh -c "Invoke-Pester -CI"', 'Tests Passed: 10, Failed: 1, Skipped: 0', 'test fail'],
  ['php artisan test --filter=Order | tail -4', '   INFO  No tests found.', 'test not_run'],
  [
    'cd a && npm test | tail -2 && cd ../b && npm test | tail -2',
    'Tests:       3 passed, 3 total\nTests:       1 failed, 4 total',
    'test pass, test fail',
  ],
  ['npm test | tail -2; cd ../b; npm test | tail -2', 'Tests:       3 passed, 3 total', 'test unknown, test unknown'],
  ['npx jest | tail; pytest | tail', 'Tests:       3 passed, 3 total\n1 failed in 0.1s', 'test pass, test fail'],
  [
    'npx nx run-many -t lint,test | tail',
    ' ✔  5/6 succeeded\n ✖  1/6 targets failed\n - nx run web:lint',
    'lint fail, test pass',
  ],
  [
    'npx nx run-many -t lint,test | tail',
    ' ✔  4/6 succeeded\n ✖  1/6 targets failed\n - nx run web:lint',
    'lint fail, test unknown',
  ],
  ['yarn workspaces foreach -A run test | tail', '[@x/b]: Tests:       3 failed, 4 total', 'test fail'],
  ['bundle exec standardrb | tail', '  lib/a.rb:3:1: Layout/Indentation: Use 2.', 'lint fail'],
  ['vendor/bin/phpunit | tail', 'PHP Fatal error:  Uncaught Error: Class "Foo" not found in a.php:1', 'test fail'],
  ['./gradlew check | tail', "Execution failed for task ':spotlessJavaCheck'.\n\nBUILD FAILED in 2s", 'test unknown'],
  ['melos exec -- flutter test', '00:03 +11 -1: Some tests failed.', 'test fail'],
  ['npx tsc --noEmit --watch false', 'a.ts(1,1): error TS1: x', 'typecheck fail'],
  ['npm test; Write-Host "exit $LASTEXITCODE"', 'exit 1', 'test fail'],
  ['npm test | Select-Object -Last 1; echo "exit: $LASTEXITCODE"', 'x\nexit: 0', 'test pass'],
  ['npm test > /dev/null; if [ $? -eq 0 ]; then echo GOOD; else echo BAD; fi', 'BAD', 'test fail'],
  ['npm test > /dev/null; if [ $? -ne 0 ]; then echo BAD; fi', 'BAD', 'test fail'],
  ['npm test > /dev/null; if [ $? -ne 0 ]; then echo BAD; fi', '', 'test unknown'],
])('the words of %j that print %j show %s', (command, text, expected) => {
  expect(verdicts(...ran(command, { text, exit: 0 }))).toBe(expected)
})

it.each([
  ['set -o pipefail; npm test | tail -3', { text: '', exit: 0 }, 'test pass'],
  ['set -e\nnpm run lint\nnpm test', { text: '', exit: 0 }, 'lint pass, test pass'],
  ['npm run lint && npm test', { text: 'oops', exit: 1, error: true }, 'lint unknown, test unknown'],
  ['npm run lint && npm test | tail', { text: 'oops', exit: 1, error: true }, 'lint fail, test unknown'],
  ['npm install && npm test', { text: 'oops', exit: 1, error: true }, 'test unknown'],
  ['cd web && npm test', { text: 'oops', exit: 1, error: true }, 'test fail'],
  ['npm test', { text: 'sh: vitest: not found', exit: 127, error: true }, 'test not_run'],
  ['npm test', { text: '', exit: 137, error: true }, 'test not_run'],
  ['npm test', { text: 'Exit code 143\nCommand timed out after 2m 0.0s', exit: 143, error: true }, 'test not_run'],
  [
    'npm test',
    { text: 'Command timed out after 2m 0.0s\n      Tests  1 failed | 2 passed (3)', error: true },
    'test fail',
  ],
  ['go test ./...', { text: 'Exit code 130\nok  \texample.com/a\t0.1s', exit: 130, error: true }, 'test not_run'],
  ['npm test', { text: 'half', interrupted: true }, 'test not_run'],
  ['npm test', { text: "The user doesn't want to proceed", error: true, denied: true }, 'test not_run'],
  ['npm test', { text: 'Permission to use Bash with command npm test has been denied.', error: true }, 'test not_run'],
  ['npm test', { text: '[Request interrupted by user for tool use]', error: true }, 'test not_run'],
  ['npm run lint && npm test', { text: 'zsh: killed', exit: 137, error: true }, 'lint unknown, test not_run'],
  ['npm test && ./app', { text: '', exit: 137, error: true }, 'test unknown'],
  ['mix test 2>&1 | tail -5', { text: 'bash: mix: command not found', exit: 0 }, 'test not_run'],
  [
    'bun run typecheck',
    {
      text: '$ bun --filter core typecheck\ncore typecheck: bash: line 1: tsc: command not found\ncore typecheck: Exited with code 127\nerror: script "typecheck" exited with code 127',
      exit: 127,
      error: true,
    },
    'typecheck not_run',
  ],
  ['npm test | tee log | tail -2; exit $' + '{PIPESTATUS[0]}', { text: 'bye', exit: 1, error: true }, 'test fail'],
  [
    'golangci-lint run',
    { text: "Error: can't load config: unsupported version", exit: 3, error: true },
    'lint not_run',
  ],
  [
    'coverage run -m pytest && coverage report --fail-under=90',
    { text: '9 passed in 1s\nCoverage failure: total of 83 is less than fail-under=90', exit: 2, error: true },
    'test pass',
  ],
  [
    'cargo fmt --check && cargo clippy && cargo test',
    { text: '    Checking a v0.1.0\nerror: could not compile `a` (bin "a")', exit: 101, error: true },
    'lint pass, lint fail, test not_run',
  ],
  [
    'cargo fmt --check && cargo clippy && cargo test',
    {
      text: '    Checking a v0.1.0\n    Finished `dev` profile\n   Compiling a v0.1.0\nerror: could not compile `a` (lib test)',
      exit: 101,
      error: true,
    },
    'lint pass, lint pass, test fail',
  ],
  [
    'cargo build && cargo test && cargo clippy',
    {
      text: '    Finished `dev` profile\ntest result: ok. 4 passed; 0 failed\n    Checking a v0.1.0\nerror: could not compile `a` (lib)',
      exit: 101,
      error: true,
    },
    'build pass, test pass, lint fail',
  ],
  [
    '(cd a && make test) && (cd b && make test)',
    { text: 'make: *** [Makefile:3: test] Error 1', exit: 2, error: true },
    'test unknown, test unknown',
  ],
  [
    'npx playwright test',
    { text: 'Error: http://localhost:3000 is already used', exit: 1, error: true },
    'test not_run',
  ],
  [
    'npx cypress run',
    { text: 'Cypress failed to verify that your server is running.', exit: 1, error: true },
    'test not_run',
  ],
  [
    'deno fmt --check && deno lint && deno check mod.ts',
    { text: 'Checked 12 files\nFound 1 problem\nChecked 12 files', exit: 1, error: true },
    'lint pass, lint fail, typecheck not_run',
  ],
  ['npm test', { text: 'Error: no test specified', exit: 1, error: true }, 'test not_run'],
  ['uv run pytest', { text: 'error: Failed to spawn: `pytest`', exit: 2, error: true }, 'test not_run'],
  ['poetry run pytest', { text: 'Command not found: pytest', exit: 1, error: true }, 'test not_run'],
  ['./gradlew test', { text: 'ERROR: JAVA_HOME is not set', exit: 1, error: true }, 'test not_run'],
  ['go test ./...', { text: 'go: updates to go.mod needed', exit: 1, error: true }, 'test not_run'],
  ['terraform validate', { text: '╷\n│ Error: Missing required provider\n╵', exit: 1, error: true }, 'lint not_run'],
  [
    'mix format --check-formatted && mix credo && mix test',
    { text: '** (Mix) mix format failed due to --check-formatted.', exit: 1, error: true },
    'lint fail, lint not_run, test not_run',
  ],
  ['npm test', { text: 'npm error Missing script: "test"', exit: 1, error: true }, 'test not_run'],
  ['make test', { text: "make: *** No rule to make target 'test'.  Stop.", exit: 2, error: true }, 'test not_run'],
  ['python -m pytest', { text: '/usr/bin/python3: No module named pytest', exit: 1, error: true }, 'test not_run'],
  ['npx vitest run', { text: 'No test files found, exiting with code 1', exit: 1, error: true }, 'test not_run'],
  [
    'npm run lint && npm test',
    { text: '✖ 3 problems (2 errors, 1 warning)', exit: 1, error: true },
    'lint fail, test not_run',
  ],
  ['go build -o app . && ./app --help', { text: 'usage: app', exit: 2, error: true }, 'build pass'],
  ['npm run check', { text: '      Tests  3 passed (3)', exit: 0 }, 'test pass'],
  ['npm run check', { text: 'fine', exit: 0 }, ''],
  ['mise run fmt && mise run test', { text: '[fmt] ERROR task failed', exit: 2, error: true }, 'test not_run'],
])('of the command %j that ended with %j the status shows %s', (command, result, expected) => {
  expect(verdicts(...ran(command, result))).toBe(expected)
})

it.each([
  'rtk npm test',
  'npm test -- --watch',
  'npx vitest --watch',
  'npm run test:watch',
  'cargo watch -x test',
  'echo "npm test"',
  'git commit -m "fix: npm test && cargo test"',
  'grep -rn "npm test" .',
  'cat <<EOF > run.sh\nnpm test\nEOF',
  'npm ci',
  'npm run test-setup',
  'python test.py',
  'python -c "import pytest; pytest.main()"',
  'npx prettier --write .',
  'cargo run --example test',
  'go run ./cmd/test',
  'pytest --version',
  'which pytest',
])('%j runs no check', command => {
  expect(verdicts(...ran(command, { text: '', exit: 0 }))).toBe('')
})

it.each([
  'cargo test -- --list',
  'npm run test:e2e -- --list',
  'npx jest --clearCache',
  'cmake -B build',
  'cat test',
  'tail -20 /tmp/test-output.txt',
  'docker compose logs test | tail',
  'git log --oneline --grep test',
  'gh pr checks 12',
  'kubectl get pods -l app=test',
  'go test ./... -bench=. -run=^$',
])('%j runs no check, whatever it prints', command => {
  expect(verdicts(...ran(command, { text: '== 3 failed, 2 passed in 0.2s ==', exit: 0 }))).toBe('')
})

it.each([
  ['Total: 11 | Passed: 10 | Failed: 1', 'test fail'],
  ['total      12\nfailed     0\npassed     12', 'test pass'],
  ['Spec Files:\t 3 passed, 1 failed, 4 total (100% completed)', 'test fail'],
  ['PASS: 12/12', 'test pass'],
  ['PASS: 11/12', 'test fail'],
  ['2/9 failed (12s)', 'test fail'],
  ['errors: 0, warnings: 3', 'test unknown'],
  ['3 errors fixed', 'test unknown'],
  ['wrote 3 rows, 2 errors', 'test unknown'],
  ['0 passed, 0 failed', 'test unknown'],
])('a summary of no runner that is known, %j, shows %s', (text, expected) => {
  expect(verdicts(...ran('npx testcafe chrome e2e | tail -9', { text, exit: 0 }))).toBe(expected)
  // Its own status says more.
  expect(verdicts(...ran('npx testcafe chrome e2e', { text, exit: 0 }))).toBe('test pass')
})

it('a program that no table knows runs a check where its output counts one', () => {
  const text = 'Passed: 14, Failed: 0'
  expect(verdicts(...ran('frobnicate test', { text: '12 tests, 1 failure', exit: 1, error: true }))).toBe('test fail')
  expect(verdicts(...ran('frobnicate test | tail', { text, exit: 0 }))).toBe('test pass')
  expect(verdicts(...ran('frobnicate test', { text: 'done', exit: 0 }))).toBe('')
})

it('a run that its program did not understand is none', () => {
  const text = 'ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --timeoutt'
  expect(verdicts(...ran('pytest --timeoutt 5', { text, exit: 4, error: true }))).toBe('test not_run')
  const own = `${'x\n'.repeat(9)}error: unknown option --x`
  expect(verdicts(...ran('npm test', { text: own, exit: 1, error: true }))).toBe('test fail')
})

it('a task of another kind that failed is not the failure of the tests', () => {
  const text = "Execution failed for task ':core:checkstyleMain'.\n\nBUILD FAILED in 9s"
  expect(verdicts(...ran('gradle check --continue | tail', { text, exit: 0 }))).toBe('test unknown')
  const lint = 'error: Recipe `lint` failed on line 4 with exit code 1'
  expect(verdicts(...ran('just ci', { text: lint, exit: 1, error: true }))).toBe('lint fail')
})

it('a run in the background has the verdict of the answer that ends it', () => {
  const started = { text: 'Command running in background with ID: b1f2', exit: 0, detail: { backgroundTaskId: 'b1f2' } }
  const ended =
    '<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<output>\n      Tests  3 passed (3)\n</output>'
  const begin = ran('npm test', started)
  const poll = (text: string) => done('TaskOutput', { task_id: 'b1f2' }, { text })
  expect(verdicts(...begin, ...poll('<status>running</status>\n\n<output>\n</output>'))).toBe('test unknown')
  expect(verdicts(...begin, ...poll('<status>running</status>'), ...poll(ended))).toBe('test pass')
  expect(verdicts(...begin, ...poll(ended.replace('3 passed', '1 failed | 2 passed')))).toBe('test fail')
  expect(verdicts(...begin, ...done('TaskOutput', { task_id: 'other' }, { text: ended }))).toBe('test unknown')
})

it('a command that goes on running in its shell has the verdict of the call that sees its end', () => {
  const begin = ran('bun run test', { text: 'bun test v1\n(pass) a\n', exit: null, running: '7' })
  const poll = (result: Partial<ResultEvent>, session_id = 7) =>
    done('write_stdin', { session_id, chars: '' }, { text: '', exit: null, ...result })
  const more = poll({ text: '(pass) b\n', running: '7' })
  const passed = poll({ text: ' 2 pass\n 0 fail\n', exit: 0 })
  expect(verdicts(...begin)).toBe('test unknown')
  expect(verdicts(...begin, ...more)).toBe('test unknown')
  expect(verdicts(...begin, ...more, ...passed)).toBe('test pass')
  expect(verdicts(...begin, ...poll({ text: ' 1 pass\n 1 fail\n', exit: 1, error: true }))).toBe('test fail')
  expect(verdicts(...begin, ...poll({ text: '', exit: 130, error: true }))).toBe('test not_run')
  expect(verdicts(...begin, ...poll({ text: ' 2 pass\n 0 fail\n', exit: 0 }, 8))).toBe('test unknown')
  const silent = ran('npx tsc --noEmit | head', { text: '', exit: null, running: '9' })
  expect(verdicts(...silent)).toBe('typecheck unknown')
  expect(verdicts(...begin, ...poll({ text: 'write_stdin failed: unknown session', error: true }))).toBe('test unknown')
})

it('a run in the background has the verdict of its announced end, and of the file that is read', () => {
  const call = 'Bash {"command":"npm test | tail -5","run_in_background":true}'
  const begin = done('Bash', { command: 'npm test | tail -5', run_in_background: true }, { text: 'Running', exit: 0 })
  const notice =
    (text: string): Step =>
    line => ({ kind: 'notice', line, call, text })
  const ended =
    '<output-file>/tmp/b1.output</output-file>\n<status>completed</status>\n<summary>Background command completed (exit code 0)</summary>'
  expect(verdicts(...begin)).toBe('test unknown')
  expect(verdicts(...begin, notice(ended))).toBe('test unknown')
  const read = done('Read', { file_path: '/tmp/b1.output' }, { text: '     1→      Tests  3 passed (3)' })
  expect(verdicts(...begin, notice(ended), ...read)).toBe('test pass')
  expect(verdicts(...begin, notice('<status>killed</status>'))).toBe('test not_run')
  const plain = done('Bash', { command: 'npm test', run_in_background: true }, { text: 'Running', exit: 0 })
  const ofPlain =
    (text: string): Step =>
    line => ({
      kind: 'notice',
      line,
      call: 'Bash {"command":"npm test","run_in_background":true}',
      text,
    })
  expect(verdicts(...plain, ofPlain(ended))).toBe('test pass')
  expect(verdicts(...plain, ofPlain('<status>failed</status> (exit code 2)'))).toBe('test fail')
})

it.each([
  ['go test ./...', '?   \texample.com/a\t[no test files]', 'test not_run'],
  ['go test ./... -run Nothing', 'ok  \texample.com/a\t0.1s [no tests to run]', 'test not_run'],
  ['vendor/bin/phpunit', 'No tests executed!', 'test not_run'],
  ['cargo test nothing', 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 3 filtered out', 'test not_run'],
  ['python -m unittest', 'Ran 0 tests in 0.00s\n\nOK', 'test not_run'],
  ['cargo test --no-run', 'Finished `test` profile', 'build pass'],
  ['pytest --co -q', 'a.py::test_x\n1 test collected', ''],
  ['go install example.com/tool@latest', '', ''],
  ['make -n test', 'go test ./...', ''],
  ['bundle exec srb tc | tail -1', 'Errors: 3', 'typecheck fail'],
  ['flutter analyze | tail -1', 'No issues found! (ran in 2.1s)', 'typecheck pass'],
  ['dotnet build | tail -4', '    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:02.10', 'build pass'],
])('a run that tested nothing has not passed: %s', (command, text, expected) => {
  expect(verdicts(...ran(command, { text, exit: 0 }))).toBe(expected)
})

it('the hooks that a push or commit set off are checks by their names', () => {
  const text =
    'Build........Passed\nType check...Failed\ntrailing whitespace...Passed\nruff....(no files to check)Skipped'
  const failed = { text: `Exit code 1\n${text}`, exit: 1, error: true }
  expect(verdicts(...ran('git push origin main', failed))).toBe('build pass, typecheck fail')
  expect(verdicts(...ran('git commit -m x', { text: 'Lint....Passed\nerror: x', exit: 1, error: true }))).toBe(
    'lint pass',
  )
  expect(verdicts(...ran('git log', { text, exit: 0 }))).toBe('')
})

it.each([
  // In Turkish and in German.
  [
    'dotnet test | tail -2',
    'Başarılı!  - Başarısız:     0, Başarılı:   310, Atlanan:     0, Toplam:   310, Süre: 1 s - A.Tests.dll (net9.0)',
    'test pass',
  ],
  [
    'dotnet test | tail -2',
    'Fehler!      : Fehler:     2, erfolgreich:   8, übersprungen:     0, gesamt:    10, Dauer: 8 ms - A.Tests.dll (net9.0)',
    'test fail',
  ],
  ['dotnet build | tail -3', '    0 Hata\n\nGeçen Süre 00:00:02.82', 'build pass'],
  ['dotnet build | tail -4', '    1 Warnung(en)\n    2 Fehler\n\nVerstrichene Zeit 00:00:04.19', 'build fail'],
])('dotnet tells the end of %s in the language of the system: %s', (command, text, expected) => {
  expect(verdicts(...ran(command, { text, exit: 0 }))).toBe(expected)
})

it.each([
  [
    'go test ./a | tail -2 && echo "=== b ===" && go test ./b | tail -2',
    'ok  \ta\t0.1s\n=== b ===\nFAIL\tb\t0.2s\nFAIL',
    'test pass, test fail',
  ],
  [
    'echo "== fmt =="; gofmt -l a.go; echo "== test =="; go test ./... 2>&1 | grep -v "^ok\\|no test files" | head; echo done',
    '== fmt ==\na.go\n== test ==\ndone',
    'lint fail, test pass',
  ],
  [
    'echo vet; go vet ./... | head -5; echo build; go build ./... 2>&1 | head -5; echo end',
    'vet\nbuild\nend\n# a\na.go:1:2: undefined: x',
    'typecheck unknown, build pass',
  ],
  [
    'npm test | tail -2; echo --; npm run lint | tail -2',
    '      Tests  1 failed | 2 passed (3)\n--\n--\n✖ 1 problem (1 error, 0 warnings)',
    'test fail, lint fail',
  ],
])('what is echoed between commands tells whose output is whose: %s', (command, text, expected) => {
  expect(verdicts(...ran(command, { text, exit: 0 }))).toBe(expected)
})

it.each([
  ['pytest -q -q | tail -3', '............ [ 50%]\n....s....... [100%]', 'test pass'],
  ['pytest -q -q | tail -3', '............ [ 50%]\n....F....... [100%]', 'test fail'],
  ['pytest -q -q | tail -3', '............ [ 50%]', 'test unknown'],
])('%s tells by its letters what %j means', (command, text, expected) => {
  expect(verdicts(...ran(command, { text, exit: 0 }))).toBe(expected)
})

it('a program that was not found did not run, whatever else ran with it', () => {
  const text = 'All checks passed!\nerror: Failed to spawn: `ty`\n  Caused by: No such file or directory (os error 2)'
  expect(verdicts(...ran('uv run ruff check . && uv run ty check . 2>&1 | tail -5', { text, exit: 0 }))).toBe(
    'lint pass, typecheck not_run',
  )
  const shell = 'zsh: command not found: eslint\n      Tests  3 passed (3)'
  expect(verdicts(...ran('eslint src; npx vitest run | tail -4', { text: shell, exit: 0 }))).toBe(
    'lint not_run, test pass',
  )
})

it('make check is a check of the kind that its output speaks of', () => {
  expect(verdicts(...ran('make check | tail -3', { text: 'Checked 62 files in 53ms.\nFound 1 error.', exit: 0 }))).toBe(
    'lint fail',
  )
  expect(verdicts(...ran('make check | tail -3', { text: '# TOTAL: 3\n# PASS: 3\n# FAIL: 0', exit: 0 }))).toBe(
    'test pass',
  )
  expect(verdicts(...ran('make check | tail -3', { text: 'done', exit: 0 }))).toBe('')
})

it.each([
  [
    'npx markdownlint-cli2 "docs/*.md" | tail -4',
    'Linting: 21 files\nSummary: 4 issues in 2 files\ndocs/a.md:28 error MD034',
    'lint fail',
  ],
  ['npx markdownlint-cli2 README.md | tail -2', 'Linting: 1 file\nSummary: 0 issues in 0 files', 'lint pass'],
  ['markdownlint-cli2 README.md | tail -2', 'Summary: 3 error(s)', 'lint fail'],
  ['markdownlint-cli2 a.md | tail -1', 'a.md:154:81 error MD013/line-length Line length [Expected: 80]', 'lint fail'],
  [
    'npm run build 2>&1 | tail -3',
    '[SUCCESS] Generated static files in "build".\n[INFO] Use `npm run serve`',
    'build pass',
  ],
  ['cd ../other && go build ./... 2>&1 | head -4', 'Shell cwd was reset to /work/ledger', 'build pass'],
  ['make check-web | tail -2', 'Checked 62 files in 73ms. No fixes applied.', 'lint pass'],
])('%s that prints %j ends with %s', (command, text, expected) => {
  expect(verdicts(...ran(command, { text, exit: 0 }))).toBe(expected)
})
