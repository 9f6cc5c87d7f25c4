import type { CheckKind } from '../../schema.ts'
import { deedPrograms } from './deed-programs.ts'
import { operands, optionsFrom, programName } from './programs.ts'
import { type RunTask, taskKinds } from './task-names.ts'

/**
 * The kinds of check that a simple command runs, by its words without wrappers. A task runner may run several;
 * `any` is one whose kind only its output can show.
 */
export function kindsOf(values: readonly string[]): Array<CheckKind | 'any'> {
  const program = programName(values[0] ?? '')
  const args = values.slice(1)
  if (args.includes('--version') || args.includes('--help') || isWatching(args)) return []
  // Without a test to run, Go only compiles them.
  if (program === 'go' && args[0] === 'test' && /(?:^| )-run[= ]\^\$/.test(args.join(' '))) return ['typecheck']
  const named = phraseFor(program, args)
  if (named) return named.kind ? [named.kind] : []
  const tasks = taskRunners.get(program)?.(program, args) ?? scriptFile(values)
  return taskKinds(tasks)
}

/** What watches goes on running and says nothing final. */
function isWatching(args: readonly string[]): boolean {
  const at = args.findIndex(arg => /^--watch(?:All|=true)?$/.test(arg))
  return at >= 0 && args[at + 1] !== 'false'
}

/** Whether the table of checks knows a program of that name. */
export function isCheckProgram(program: string): boolean {
  return phrases.has(program)
}

/** A program with the words that make it a check: its subcommand first, options anywhere. */
interface Phrase {
  kind: CheckKind | null
  subcommands: string[]
  options: string[]
}

/** Where several phrases fit a command, the one with the most words counts. `none` are no checks in spite of their program. */
const table: { [kind in CheckKind | 'none']: string } = {
  typecheck: `
    tsc, vue-tsc, svelte-check, mypy, pyright, basedpyright, pyre, ty check, flow check, astro check, nuxt typecheck,
    nuxi typecheck, deno check, cargo check, go vet, mix dialyzer, dialyzer, rebar3 dialyzer, srb tc, steep check,
    phpstan analyse, phpstan analyze, psalm, sorbet, dart analyze, flutter analyze`,
  lint: `
    eslint, oxlint, xo, standard, stylelint, knip, biome check, biome lint, biome ci, prettier --check, prettier -c,
    prettier -l, prettier --list-different, next lint, ng lint, deno lint, deno fmt --check, markdownlint, markdownlint-cli2,
    flake8, pylint, ruff, ruff check, ruff format --check, black --check, isort --check, isort --check-only, isort -c,
    bandit, pydocstyle, djlint --check, sqlfluff lint, cargo clippy, cargo fmt --check, cargo deny, rustfmt --check,
    golangci-lint, golangci-lint run, staticcheck, revive, gofmt -l, gofmt -d, gofumpt -l, gofumpt -d, goimports -l, rubocop, standardrb,
    brakeman, reek, erb_lint, haml-lint, mix credo, mix format --check-formatted, mix sobelow, phpcs, php-cs-fixer --dry-run,
    pint --test, ktlint, detekt, checkstyle, scalafmt --check, scalafmt --test, scalafix --check, swiftlint, swiftformat --lint,
    dotnet format --verify-no-changes, dart format --set-exit-if-changed, hlint, fourmolu --mode, ormolu --mode, clj-kondo,
    shellcheck, shfmt -d, hadolint, yamllint, actionlint, ansible-lint, tflint, terraform validate, terraform fmt -check,
    tofu validate, tofu fmt -check, helm lint, buf lint, cppcheck, clang-format --dry-run, clang-tidy, cpplint, zig fmt --check,
    pre-commit, pre-commit run, prek run, lefthook run, elm-review, nix fmt --check, statix check`,
  test: `
    vitest, jest, mocha, ava, tap, c8, nyc, karma start, wtr, uvu, cypress run, playwright test, ng test, node --test, bun test, deno test,
    elm-test, pytest, py.test, unittest, nose2, tox, nox, hatch test, manage.py test, runtests.py, rye test, cargo test, cargo t, cargo nextest,
    cargo llvm-cov, go test, gotestsum, ginkgo, rspec, rails test, minitest, cucumber, m, phpunit, pest, artisan test, paratest, codecept run,
    mix test, rebar3 ct, rebar3 eunit, rebar3 proper, dotnet test, dotnet vstest, swift test, xcodebuild test, flutter test, dart test,
    very_good test, ctest, meson test, bazel test, buck test, buck2 test, pants test, cabal test, stack test, dune test, dune runtest, zig test,
    zig build test, lein test, kaocha, bats, shellspec, busted, prove, nimble test, gleam test, forge test, hardhat test, anchor test,
    behave, robot, maestro test, hurl --test, nextest run`,
  build: `
    tsc -b, tsc --build, vite build, next build, nuxt build, nuxi build, astro build, remix build, ng build, gatsby build, webpack, rollup,
    parcel build, tsup, unbuild, esbuild --bundle, swc, cargo build, cargo b, go build, go install, dotnet build, dotnet publish, dotnet msbuild,
    msbuild, swift build, xcodebuild, xcodebuild build, xcodebuild archive, flutter build, bazel build, buck build, buck2 build, docker build,
    docker buildx build, podman build, cmake --build, ninja, meson compile, cabal build, stack build, dune build, zig build, mix compile,
    rebar3 compile, cargo test --no-run, gleam build, elm make, javac, kotlinc, scalac, hugo, jekyll build, mkdocs build, forge build, hardhat compile, nix build,
    nix flake check, nimble build, python -m build, hatch build, poetry build, uv build, wasm-pack build, trunk build`,
  none: `
    ruff format, ruff rule, ruff config, ruff linter, ruff clean, ruff server, ruff version, ruff help, golangci-lint version,
    golangci-lint linters, golangci-lint cache, golangci-lint help, golangci-lint config, golangci-lint fmt, golangci-lint formatters,
    golangci-lint completion, webpack serve, hugo server, hugo new, hugo mod, pre-commit install, pre-commit autoupdate, pre-commit clean,
    pre-commit gc, pre-commit uninstall, pre-commit sample-config, xcodebuild -list, xcodebuild -showsdks, mypy --install-types, nox --list,
    nox -l, tox list, tox -l, jest --init, jest --showConfig, eslint --init, eslint --print-config, phpunit --list-tests, pytest --collect-only,
    pytest --co, pytest --fixtures, rspec --dry-run, cargo nextest list, dotnet test --list-tests, swift test list, jest --listTests, gradle --dry-run,
    gradlew --dry-run, make -n, make --dry-run, go test -list, vitest list, playwright test --list, cargo clippy --fix, ninja clean, ninja -t, ctest -N, bun test --watch,
    vitest watch, jest --watch, jest --watchAll, tsc --watch, tsc -w, tsc --init, tsc --showConfig, swc --watch, deno test --watch`,
}

const phrases: ReadonlyMap<string, readonly Phrase[]> = readTable()

function readTable(): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>()
  for (const [kind, list] of Object.entries(table) as Array<[CheckKind | 'none', string]>) {
    for (const phrase of list.split(',')) {
      const [program = '', ...words] = phrase.trim().split(' ')
      const option = (word: string) => word.startsWith('-')
      const entry = {
        kind: kind === 'none' ? null : kind,
        subcommands: words.filter(word => !option(word)),
        options: words.filter(option),
      }
      found.set(program, [...(found.get(program) ?? []), entry])
    }
  }
  return found
}

function phraseFor(program: string, args: readonly string[]): Phrase | undefined {
  const candidates = phrases.get(program)
  if (!candidates) return undefined
  const words = operands(program, args)
  // `go install tool@version` fetches a tool.
  if (program === 'go' && words[0] === 'install' && words.some(word => word.includes('@'))) return undefined
  const own = args.slice(0, optionsFrom(program, args))
  const fits = ({ subcommands, options }: Phrase) =>
    subcommands.every((word, at) => words[at] === word) &&
    options.every(name => {
      // What follows the script that node or python runs is for the script.
      const among = program === 'node' || program === 'python' ? own : args
      return among.some(arg => arg === name || arg.startsWith(`${name}=`))
    })
  const size = ({ subcommands, options }: Phrase) => subcommands.length + options.length
  return candidates.filter(fits).sort((one, other) => size(other) - size(one))[0]
}

/** Which tasks a task runner is asked to run. */
const taskRunners: ReadonlyMap<string, (program: string, args: readonly string[]) => RunTask[]> = new Map([
  ...each('npm pnpm yarn bun composer melos lerna rush poe ng hatch pdm rye', oneTask(/^run(?:-script)?$/)),
  ...each('deno', oneTask(/^task$/, true)),
  ...each('cargo', oneTask(/^(?:make|xtask)$/, true)),
  ...each('mise', tasksBetween(/^(?:run|r|watch)$/, ':::')),
  ...each('just task turbo nx moon rake inv invoke ant sbt lein mill earthly run-s run-p npm-run-all', everyTask),
  ...each('gradle gradlew', gradleTasks),
  ...each('mvn mvnw', mavenGoals),
  ...each('make gmake', makeGoals),
  ...each('nox tox', everyTask),
])

function each<T>(names: string, value: T): Array<[string, T]> {
  return names.split(' ').map(name => [name, value])
}

/** `npm run lint`, `npm test`; where the verb is needed, a name alone is something else. */
function oneTask(verb: RegExp, needsVerb = false) {
  return (program: string, args: readonly string[]): RunTask[] => {
    const first = optionsFrom(program, args)
    const isVerb = verb.test(args[first] ?? '')
    if (needsVerb && !isVerb) return []
    const at = isVerb ? first + 1 : first
    const name = args[at + optionsFrom(program, args, at)]
    // Without the verb, `ci` or `check` may be a command of the runner itself.
    return name === undefined ? [] : [{ name, certain: isVerb }]
  }
}

/** `mise run lint ::: test -- -v`: what follows `--` is for the task. */
function tasksBetween(verb: RegExp, separator: string) {
  return (program: string, args: readonly string[]): RunTask[] => {
    const until = args.indexOf('--')
    const words = operands(program, until < 0 ? args : args.slice(0, until))
    const named = verb.test(words[0] ?? '') ? words.slice(1) : words
    return named.flatMap((name, at) => (at === 0 || named[at - 1] === separator ? [{ name, certain: true }] : []))
  }
}

/** Every word may be a task: `gradle lint test`, `nx run-many -t lint test`, `tox -e lint,types`. */
function everyTask(program: string, args: readonly string[]): RunTask[] {
  const until = args.indexOf('--')
  const words = operands(program, until < 0 ? args : args.slice(0, until)).flatMap(word => word.split(','))
  return words
    .filter(word => !word.includes('='))
    .map((word, at) => ({ name: word.replace(/^\+/, ''), certain: at === 0 }))
}

/** Its `check` runs the tests and whatever else there is. */
function gradleTasks(program: string, args: readonly string[]): RunTask[] {
  return everyTask(program, args).map(task =>
    /(?:^|:)check$/.test(task.name) ? { name: 'test', certain: true } : task,
  )
}

function mavenGoals(program: string, args: readonly string[]): RunTask[] {
  const goals = operands(program, args)
  const skipsTests = args.some(arg => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(arg))
  const tested = goals.some(goal => /^(?:test|verify|integration-test)$/.test(goal)) && !skipsTests
  if (tested) return [{ name: 'test', certain: true }]
  return goals.some(goal => /^(?:package|compile|install|verify|test-compile)$/.test(goal))
    ? [{ name: 'build', certain: true }]
    : everyTask(program, args)
}

/** Goals that are files or have names of their own are built. */
function makeGoals(program: string, args: readonly string[]): RunTask[] {
  const goals = operands(program, args).filter(arg => !arg.includes('='))
  const tasks = goals.map(name => ({ name: name === 'check' ? 'test' : name, certain: true }))
  if (goals.length === 0) return [{ name: 'build', certain: true }]
  if (taskKinds(tasks).length > 0) return tasks
  return goals.every(goal => goal.split(/[-_:]/).some(word => notBuilt.has(word)))
    ? []
    : [{ name: 'build', certain: true }]
}

const notBuilt = new Set(
  'clean distclean help install uninstall deps setup fmt format run dev start stop up down serve watch deploy generate gen proto migrate release publish push logs shell tidy bootstrap init seed version list docs verify ci validate qa'.split(
    ' ',
  ),
)

/** `./scripts/test.sh`, `bash bin/lint`: a script of the project by the name of a task. */
function scriptFile(values: readonly string[]): RunTask[] {
  const [program = '', first = ''] = values
  const file = /^(?:bash|sh|zsh|dash)$/.test(programName(program)) && !first.startsWith('-') ? first : program
  const name = /\/([\w-]+)(?:\.(?:sh|bash|zsh))?$/.exec(file)?.[1] ?? ''
  return /^(?:run[-_])?(?:tests?|lint|typecheck|build)(?:[-_]all)?$/.test(name)
    ? [{ name: name.replace(/^run[-_]/, ''), certain: true }]
    : []
}

/** Programs whose runs are reported: checks, and what makes commits, deeds and patches. */
const reported = [...phrases.keys(), ...taskRunners.keys(), ...deedPrograms, 'apply_patch', 'applypatch']

/** Quotes and escapes may be anywhere inside a name, and only they. */
const quotes = String.raw`['"\\\n$]*`

/** The programs as whole words, and script files by how their names begin. `between`: what letters may be parted by. */
function namesPattern(between: string): RegExp {
  const spelled = (names: readonly string[]) =>
    names.map(name => [...name].map(letter => letter.replace('.', String.raw`\.`)).join(between)).join('|')
  const prefix = `(?:${spelled(['run'])}${between}[-_]${between})?`
  return new RegExp(
    String.raw`(?<!\w)(?:${spelled(reported)})(?!\w)|/${between}${prefix}(?:${spelled(['test', 'lint', 'typecheck', 'build'])})`,
  )
}

const namesReported = namesPattern(quotes)
/** The same for most scripts, in which no name has quotes inside, and several times as quick. */
const plainNames = namesPattern('')
/** Quotes between what may be parts of a name; only a line end that is escaped does not end it. */
const quotesInside = /[\w./-](?:['"$]|\\\n?)+[\w.-]/

/** The scripts asked about last: facts and chains ask about the same ones. */
const asked = new Map<string, boolean>()
const maxAsked = 500
const longestAsked = 2000

/** False when a script certainly runs nothing that is reported; quicker than finding out what it runs. */
export function mayBeReported(script: string): boolean {
  const known = asked.get(script)
  if (known !== undefined) return known
  const is = plainNames.test(script) || (quotesInside.test(script) && namesReported.test(script))
  if (asked.size >= maxAsked) asked.clear()
  if (script.length <= longestAsked) asked.set(script, is)
  return is
}
