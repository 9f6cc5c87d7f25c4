import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/property-runs.ts'
import { commandsIn, commandText, scriptOf, valuesOf } from './commands.ts'
import { countsIn } from './counts.ts'
import { kindsOf } from './kind.ts'
import { programName } from './programs.ts'
import { mayBeReported } from './reported.ts'

const texts = (script: string) => commandsIn(script).map(commandText)
const kinds = (script: string) => commandsIn(script).flatMap(command => kindsOf(valuesOf(command)))
const masks = (script: string) =>
  commandsIn(script).map(command => `${command.masked ? '~' : ''}${commandText(command)}`)

describe('Splitting a script', () => {
  it.each([
    ['a && b || c; d\ne | f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['echo "a && b; c" \'d | e\' f\\;g', [`echo "a && b; c" 'd | e' f\\;g`]],
    ['npm test 2>&1 >out.txt 2> err.txt &> all.log < in', ['npm test']],
    ['npm test >| out |& tee log', ['npm test', 'tee log']],
    ["cat > run.sh <<'EOF'\nnpm test\nit's\nEOF\nls", ['cat', 'ls']],
    ['cat <<-END >x\n\tnpm test\n\tEND\nls', ['cat', 'ls']],
    ['cat <<< "npm test"; ls', ['cat', 'ls']],
    ['cat <<EOF\nnever ended\nnpm test', ['cat']],
    [
      'git commit -m "$(cat <<\'EOF\'\nSay "npm test" and don\'t\n\nnpm test\nEOF\n)" && ls',
      ['git commit -m "$(cat <<\'EOF\'\nSay "npm test" and don\'t\n\nnpm test\nEOF\n)"', 'ls'],
    ],
    ["# don't\nnpm test # now; really", ['npm test']],
    ['(cd web && npm test)', ['cd web', 'npm test']],
    ['{ npm test; npm run lint; }', ['npm test', 'npm run lint']],
    ['echo $(npm test; ls) `a; b` $((1<<2)); ls', ['echo $(npm test; ls) `a; b` $((1<<2))', 'ls']],
    ['diff <(a; b) <(c) && ls', ['diff <(a; b) <(c)', 'ls']],
    ['npm \\\n  test', ['npm test']],
    ['sleep 1 & npm test', ['sleep 1', 'npm test']],
    ['if npm test; then echo ok; fi', ['npm test', 'echo ok', 'fi']],
    ['', []],
    [' ; && | ', []],
    ["echo 'open", ["echo 'open"]],
    ['echo "open $(x', ['echo "open $(x']],
  ])('%j gives its simple commands', (script, expected) => expect(texts(script)).toEqual(expected))

  it.each([
    ['npm test', ['npm test']],
    ['npm test;', ['npm test']],
    ['npm test | tail -5', ['~npm test', 'tail -5']],
    ['npm test && echo ok', ['npm test', 'echo ok']],
    ['npm test || true', ['~npm test', 'true']],
    ['npm test; echo done', ['~npm test', 'echo done']],
    ['npm run lint && npm test | tail', ['npm run lint', '~npm test', 'tail']],
    ['npm test && echo ok; true', ['~npm test', '~echo ok', 'true']],
    ['(npm run lint && npm test) | tail', ['~npm run lint', '~npm test', 'tail']],
    ['(npm run lint && npm test) && ls', ['npm run lint', 'npm test', 'ls']],
    ['bash -lc "npm test | tail" && ls', ['~npm test', 'tail', 'ls']],
    ['bash -c "npm run lint && npm test" | cat', ['~npm run lint', '~npm test', 'cat']],
    ['npm test &', ['~npm test']],
  ])('The exit status of a script is known where it can be seen: %j', (script, expected) =>
    expect(masks(script)).toEqual(expected),
  )

  it.each([
    ['sudo -u www env -u HOME A=1 nice -n 5 time -p npm test', 'npm test'],
    ['timeout -k 5 --signal=KILL 60s npx --yes vitest run', 'vitest run'],
    ['npx -y -p typescript@5 tsc --noEmit', 'tsc --noEmit'],
    ['pnpm --filter web exec vitest run', 'vitest run'],
    ['yarn dlx jest', 'jest'],
    ['pnpm -r vitest run', 'vitest run'],
    ['yarn jest --ci', 'jest --ci'],
    ['yarn build', 'yarn build'],
    ['uv run --with pytest-cov pytest -q', 'pytest -q'],
    ['poetry run pytest', 'pytest'],
    ['bundle exec rspec', 'rspec'],
    ['python3.12 -W error -m pytest -q', 'pytest -q'],
    ['python tool.py -m x', 'python tool.py -m x'],
    ['corepack pnpm test', 'pnpm test'],
    ['xvfb-run -a npx playwright test', 'playwright test'],
    ['command -v vitest', 'command -v vitest'],
    ['bash -euo pipefail -c \'npm test -- -t "a b"\'', 'npm test -- -t "a b"'],
    ['sh run.sh', 'sh run.sh'],
    ['env', 'env'],
  ])('the script %j runs %j', (script, expected) => expect(texts(script)).toEqual([expected]))

  it('Splitting a script takes the script out of an array, or joins its words', () => {
    expect(scriptOf({ command: ['bash', '-lc', 'npm test'] })).toBe('npm test')
    expect(scriptOf({ cmd: ['npm', 'test'] })).toBe('npm test')
    expect(scriptOf({ command: 'npm test' })).toBe('npm test')
    expect(scriptOf({ command: 7 })).toBeNull()
  })

  it('Splitting a script overlooks at first sight no script that runs a check or makes a commit, however its words are quoted', () => {
    const mark = fc.constantFrom('"', "'", '\\', '\\\n', "$'", '')
    const name = fc.constantFrom('npm', 'tsc', 'go', 'git', 'vitest', 'golangci-lint', 'make', 'bun', './gradlew')
    const written = fc
      .tuple(name, fc.array(mark, { minLength: 14, maxLength: 14 }))
      .map(([word, marks]) => [...word].map((letter, i) => `${letter}${marks[i]}`).join(''))
    const piece = fc.oneof(
      written,
      fc.constantFrom(' ', ' test ', ' commit ', ';', '&&', '"', "'", "bash -c '", 'x', '/'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const script = pieces.join('')
        const isReported = commandsIn(script).some(command => {
          const values = valuesOf(command)
          return kindsOf(values).length > 0 || programName(values[0] ?? '') === 'git'
        })
        if (isReported) expect(mayBeReported(script)).toBe(true)
      }),
      { numRuns: propertyRuns(5000) },
    )
    expect(mayBeReported('cat src/gopher.ts | grep -n makefile')).toBe(false)
    expect(mayBeReported('cd web && grep -rn "build test" src/check.test.ts')).toBe(false)
    expect(mayBeReported('eval "gh pr create"')).toBe(true)
  })

  it('Splitting a script ends for every script, however it is broken or nested', () => {
    const piece = fc.constantFrom(
      ...['"', "'", '`', '$(', '(', ')', '{', '}', '|', '&', ';', '\n', '<<', '<<EOF', 'EOF', '>', '2>&1', '\\'],
      ...['#', ' ', 'npm', 'test', 'bash -c ', 'A=1 ', '$((', '))', "$'", '<('],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        for (const command of commandsIn(pieces.join(''))) expect(command.words.length).toBeGreaterThan(0)
      }),
      { numRuns: propertyRuns(2000) },
    )
    for (const repeated of ['(', '$(', '"$(', '{ ', "bash -c '", 'A=1 ', '<<E\n', '`', '$((', 'a|', 'x']) {
      expect(() => commandsIn(repeated.repeat(20_000))).not.toThrow()
    }
  })
})

describe('Recognizing a check', () => {
  it.each([
    ...[
      ...['npm test', 'CI=1 npm t', 'npm run test:unit -- --run', 'pnpm --filter web test', 'yarn jest --ci'],
      ...['timeout 60 npm test', 'bash -lc "npm test"', 'sudo env A=1 pytest', 'python -m pytest -q', 'uv run pytest'],
      ...['./gradlew :app:test', 'mvn -q verify', 'node --test'],
      ...['npx vitest run', 'npm run e2e', 'bun test', 'cargo nextest run', 'go test ./...', 'npx cypress run'],
      ...['node --import tsx --test src/a.test.ts', 'cargo +nightly test', './node_modules/.bin/jest', 'yarn test'],
      ...['npm -w web test', 'yarn workspace web test', 'npx vitest@3 run', 'rake spec', 'dotnet test', 'make test'],
      ...['python -m unittest', 'npm run coverage', 'pnpm run -r test', './mvnw test', 'deno test -A'],
    ].map(command => [command, 'test']),
    ...[
      ...['npx tsc --noEmit', 'cargo check', 'npm run typecheck', 'vue-tsc', 'mypy .', 'go vet ./...', 'pnpm tsc'],
      ...['npm run check-types', 'flow check'],
    ].map(command => [command, 'typecheck']),
    ...[
      ...[
        'npx tsc -b',
        'mvn clean package -DskipTests',
        'make',
        'npm run build',
        'make -j8 all',
        'vite build',
        'turbo run build',
      ],
      ...['cmake --build out', 'docker build -t x .', './gradlew assemble', 'npm run build:web', 'next build'],
      ...['cargo build --release', 'webpack --mode production'],
    ].map(command => [command, 'build']),
    ...[
      ...['prettier . --check', 'biome ci', 'cargo clippy', 'npm run lint', 'npm run lint:css', 'ruff', 'ruff check .'],
      ...[
        'npx eslint src',
        'cargo fmt --all -- --check',
        'gofmt -l .',
        'npx -y @biomejs/biome check',
        'black --check .',
      ],
      ...['npm run format:check', 'npx stylelint "**/*.css"'],
    ].map(command => [command, 'lint']),
  ])('whether the command %s is a check: %s', (command, kind) => expect(kinds(command)).toEqual([kind]))

  it.each([
    ...['echo test', 'npm install', 'npm run dev', 'git commit -m test', 'npm ci', 'npm run', 'yarn', 'ls test'],
    ...['npx vitest --version', 'prettier --write .', 'ruff format', 'cargo fmt', 'command -v jest', 'make clean'],
    ...['node scripts/x.js --test', 'vite', 'docker compose up', 'cat package.json', 'which pytest', 'go run .'],
    ...[
      'constructor x',
      '__proto__',
      'toString --version',
      'echo "npm test"',
      'grep -r "npm test" .',
      "cat <<'E'\nnpm test\nE",
      'git log --grep=test',
      'npm publish',
    ],
  ])('%j is not a check', command => expect(kinds(command)).toEqual([]))

  it('Recognizing a check finds every check of a script', () => {
    expect(kinds('npm run lint && npx tsc --noEmit && npm test 2>&1 | tail')).toEqual(['lint', 'typecheck', 'test'])
  })
})

describe('Counting', () => {
  it.each([
    ['Tests:       1 failed, 2 skipped, 9 passed, 12 total', 9, 1],
    ['Test Suites: 1 failed, 1 total\nTests:       4 passed, 4 total', 4, 1],
    [' Tests  1 failed | 11 passed (12)', 11, 1],
    [' Test Files  1 passed (1)\n      Tests  42 passed (42)', 42, 0],
    ['\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m2 failed\u001b[39m | \u001b[32m3 passed\u001b[39m (5)', 3, 2],
    ['web:test:       Tests  3 passed | 1 skipped (4)', 3, 0],
    ['===== 1 error in 0.2s =====', 0, 1],
    ['=== 1 failed, 9 passed, 2 warnings, 1 error in 12.03s (0:00:12) ===', 9, 2],
    ['9 passed in 0.41s', 9, 0],
    ['test result: ok. 5 passed; 0 failed; 0 ignored\ntest result: FAILED. 2 passed; 1 failed; 0 ignored', 7, 1],
    [
      'Tests run: 4, Failures: 0, Errors: 0, Time elapsed: 0.1 s\n[ERROR] Tests run: 10, Failures: 1, Errors: 1, Skipped: 0',
      8,
      2,
    ],
    ['# tests 3\n# pass 2\n# fail 1', 2, 1],
    ['ℹ pass 3\nℹ fail 0', 3, 0],
    ['  12 passing (40ms)\n  2 failing', 12, 2],
    ['  12 passing (40ms)', 12, 0],
    ['10 examples, 1 failure', 9, 1],
    ['Failed!  - Failed:     1, Passed:     9, Skipped:     0', 9, 1],
    ['✖ 1 problem (0 errors, 1 warning)', null, 0],
    ['✖ 3 problems (2 errors, 1 warning)', null, 2],
    ['Found 3 errors in 2 files.', null, 3],
    ['a.ts(1,2): error TS2322: x\nb.ts(1,2): error TS2304: y', null, 2],
    ['--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL', null, 2],
    ['FAIL\texample.com/a [build failed]', null, 1],
    ['ok  \texample.com/a\t0.012s', null, 0],
    ['BUILD FAILED in 3s', null, 1],
    ['make: *** [all] Error 2', null, 1],
    ['error: could not compile `x`', null, 1],
    ['[INFO] BUILD SUCCESS', null, 0],
  ])('Counting in %j', (output, passed, failed) => expect(countsIn(output)).toMatchObject({ passed, failed }))

  it.each([
    '',
    'all good',
    'passed',
    'Tests: none',
    'no tests ran in 0.01s',
    'ok then',
    '99999999999999999999 passing',
  ])('Counting finds nothing in %j', output => expect(countsIn(output)).toBeNull())
})
