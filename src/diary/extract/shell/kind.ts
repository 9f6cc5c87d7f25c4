import type { CheckKind } from '../../schema.ts'
import { operands, optionOf, optionsFrom, programName } from './programs.ts'
import { type RunTask, taskKinds, taskOfEnvironment } from './task-names.ts'

/**
 * The kinds of check that a simple command runs, by its words without wrappers. A task runner may run several;
 * `any` is one whose kind only its output can show.
 */
export function kindsOf(values: readonly string[]): Array<CheckKind | 'any'> {
  const program = programName(values[0] ?? '')
  const args = withoutUnwatched(values.slice(1))
  if (args.some(arg => asksOnly.has(arg)) || isWatching(args)) return []
  // Without a test to run, Go only compiles them, or measures.
  if (program === 'go' && args[0] === 'test' && /(?:^| )-run[= ]\^\$/.test(args.join(' ')))
    return args.some(arg => arg.startsWith('-bench')) ? [] : ['typecheck']
  const named = phraseFor(program, args)
  const tasks = taskRunners.get(program)?.(program, args) ?? [...scriptFile(values), ...unknownTask(program, args)]
  // The sessions of nox and tox are tests unless their names say something else.
  const kinds = taskKinds(tasks)
  const isBare = named?.subcommands.length === 0 && named.options.length === 0
  if (named && !(isBare && kinds.some(kind => kind !== 'any'))) return named.kind ? [named.kind] : []
  return kinds
}

/** With these, also behind `--` for what a task runs, a program tells about itself or about what it would run. */
const asksOnly = new Set(
  '--version --help --stop --list --list-tests --listTests --list-suites --collect-only --showConfig --show-config --print-config --env-info'.split(
    ' ',
  ),
)

/** What watches goes on running and says nothing final. */
function isWatching(args: readonly string[]): boolean {
  return args.some(arg => /^--watch(?:All|=true)?$/.test(arg))
}

/** The arguments without one that says that nothing is watched: `--watch false`. */
function withoutUnwatched(args: readonly string[]): string[] {
  const isWatch = (at: number) => /^--watch(?:All)?$/.test(args[at] ?? '')
  return args.filter((arg, at) => !(isWatch(at) && args[at + 1] === 'false') && !(arg === 'false' && isWatch(at - 1)))
}

/** Whether the table of checks knows a program of that name. */
export function isCheckProgram(program: string): boolean {
  return phrases.has(program)
}

/** Whether a package manager may be asked to run it by its name alone: `pnpm turbo lint`. */
export function isTaskRunner(program: string): boolean {
  return /^(?:turbo|nx|moon|lerna|run-[sp]|npm-run-all2?|wireit)$/.test(program)
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
    tsc, vue-tsc, svelte-check, mypy, pyright, basedpyright, pyre, ty check, flow check, astro check, nuxt typecheck, nuxi typecheck, deno check,
    cargo check, go vet, mix dialyzer, dialyzer, rebar3 dialyzer, srb tc, steep check, phpstan analyse, phpstan analyze, psalm, sorbet, dart analyze,
    flutter analyze, dmypy run, dmypy check, pytype, pyrefly check, zuban check, tsd, tstyche, glint, attw, cargo c, luau-analyze,
    lua-language-server --check`,
  lint: `
    eslint, oxlint, xo, standard, stylelint, knip, biome check, biome lint, biome ci, prettier --check, prettier -c, prettier -l,
    prettier --list-different, next lint, ng lint, deno lint, deno fmt --check, markdownlint, markdownlint-cli2, flake8, pylint, ruff, ruff check,
    ruff format --check, black --check, isort --check, isort --check-only, isort -c, bandit, pydocstyle, djlint --check, sqlfluff lint, cargo clippy,
    cargo fmt --check, cargo deny, rustfmt --check, golangci-lint, golangci-lint run, staticcheck, revive, gofmt -l, gofmt -d, gofumpt -l, gofumpt -d,
    goimports -l, rubocop, standardrb, brakeman, reek, erb_lint, haml-lint, mix credo, mix format --check-formatted, mix sobelow, phpcs,
    php-cs-fixer --dry-run, pint --test, ktlint, detekt, checkstyle, scalafmt --check, scalafmt --test, scalafix --check, swiftlint,
    swiftformat --lint, dotnet format --verify-no-changes, dart format --set-exit-if-changed, hlint, fourmolu --mode, ormolu --mode, clj-kondo, lein eastwood,
    shellcheck, shfmt -d, hadolint, yamllint, actionlint, ansible-lint, tflint, terraform validate, terraform fmt -check, tofu validate,
    tofu fmt -check, helm lint, buf lint, cppcheck, clang-format --dry-run, clang-tidy, cpplint, zig fmt --check, pre-commit, pre-commit run,
    prek run, lefthook run, elm-review, nix fmt --check, statix check, deadnix, alejandra --check, nixfmt --check, nixpkgs-fmt --check, kubeconform,
    kubeval, kube-linter lint, conftest test, checkov, tfsec, cfn-lint, sam validate, packer validate, terragrunt validate, promtool check,
    puppet-lint, cookstyle, luacheck, selene, stylua --check, gdlint, gdformat --check, solhint, slither, cspell, codespell, typos, vale,
    spectral lint, redocly lint, commitlint, dprint check, taplo lint, taplo check, taplo fmt --check, ember-template-lint, html-validate, htmlhint,
    publint, depcruise, dependency-cruiser, expo lint, tslint, pyflakes, pycodestyle, mdformat --check, yapf --diff, autopep8 --diff, vulture,
    semgrep, semgrep scan, docformatter --check, cargo machete, cargo sort --check, goimports -d, gosec, errcheck, nilaway, gci diff, erlfmt --check,
    elvis rock, rebar3 lint, rebar3 xref, rebar3 fmt --check, ameba, crystal tool --check, ktfmt --dry-run, google-java-format --dry-run, pmd check,
    spotbugs, swift-format lint, swift format lint, elm-format --validate, purs-tidy check, slim-lint, rumdl check, sqruff lint, squawk,
    rubyfmt --check, phpmd, parallel-lint, twig-cs-fixer lint, ecs check, rector --dry-run, perlcritic, verible-verilog-lint, svlint,
    verilator --lint-only, hatch fmt --check, Invoke-ScriptAnalyzer, buildifier --mode, zizmor, pio check, platformio check, rector process --dry-run`,
  test: `
    vitest, jest, mocha, ava, tap, c8, nyc, karma start, wtr, uvu, cypress run, playwright test, ng test, node --test, tsx --test, bun test,
    deno test, elm-test, pytest, py.test, unittest, nose2, tox, nox, hatch test, manage.py test, runtests.py, rye test, cargo test, cargo t,
    cargo nextest, cargo insta test, cargo miri test, cargo llvm-cov, go test, gotestsum, ginkgo, rspec, rails test, minitest, cucumber, m, phpunit,
    pest, artisan test, paratest, codecept run, mix test, rebar3 ct, rebar3 eunit, rebar3 proper, dotnet test, dotnet vstest, swift test,
    xcodebuild test, flutter test, dart test, very_good test, ctest, meson test, bazel test, buck test, buck2 test, pants test, cabal test,
    stack test, dune test, dune runtest, zig test, zig build test, lein test, kaocha, bats, shellspec, busted, prove, nimble test, gleam test,
    forge test, hardhat test, anchor test, behave, robot, maestro test, hurl --test, nextest run, electron-mocha, jasmine, testcafe, wdio, wdio run,
    nightwatch, Invoke-Pester, cucumber-js, codeceptjs run, newman run, test-storybook, ember test, react-scripts test, craco test, react-app-rewired test,
    stencil test, detox test, tape, qunit, web-test-runner, xctest, wasm-pack test, cross test, cargo tarpaulin, parallel_rspec, parallel_test,
    turbo_tests, knapsack, phpspec run, behat, kahlan, infection, crystal spec, odin test, mojo test, roc test, dub test, fpm test, lake test,
    spago test, pulp test, raco test, eldev test, scarb test, snforge test, truffle test, brownie test, ape test, opa test, terraform test, tofu test,
    molecule test, molecule verify, kitchen test, kitchen verify, inspec exec, dbt test, pg_prove, sqlmesh test, pio test, platformio test, patrol test,
    xcodebuild test-without-building, scala-cli test, amper test, bb test, ace test, cram, stestr run, nosetests, vusted`,
  build: `
    tsc -b, tsc --build, vite build, next build, nuxt build, nuxi build, astro build, remix build, ng build, gatsby build, webpack, rollup,
    parcel build, tsup, unbuild, esbuild --bundle, swc, cargo build, cargo b, go build, go install, dotnet build, dotnet publish, dotnet msbuild,
    msbuild, swift build, xcodebuild, xcodebuild build, xcodebuild archive, flutter build, bazel build, buck build, buck2 build, docker build,
    docker buildx build, podman build, cmake --build, ninja, meson compile, cabal build, stack build, dune build, zig build, mix compile,
    rebar3 compile, cargo test --no-run, gleam build, elm make, javac, kotlinc, scalac, hugo, jekyll build, mkdocs build, forge build,
    hardhat compile, nix build, nix flake check, nimble build, python -m build, hatch build, poetry build, uv build, wasm-pack build, trunk build,
    docker compose build, docker-compose build, podman-compose build, nerdctl build, buildah bud, buildah build, react-scripts build, craco build,
    ember build, rspack build, rsbuild build, tsdown, nest build, expo export, tauri build, electron-builder, bun build, deno compile, sam build,
    packer build, pyinstaller, maturin build, maturin develop, cross build, cargo zigbuild, cargo xwin build, dx build, tinygo build, ko build,
    pio run, platformio run, arduino-cli compile, idf.py build, west build, scons, xmake, xmake build, latexmk, pdflatex, xelatex, lualatex, tectonic, typst compile,
    quarto render, zola build, eleventy, docusaurus build, vitepress build, storybook build, scala-cli compile, crystal build, dub build, fpm build,
    lake build, spago build, rescript build, rescript, idris2 --build, coqc, gprbuild, alr build, scarb build, sui move build, odin build, ghc, gcc,
    g++, cc, c++, clang, clang++, rustc, swiftc, nim c, samu, sphinx-build, mdbook build, hardhat build, dotnet pack, eas build, nixos-rebuild build,
    nixos-rebuild dry-build, darwin-rebuild build, home-manager build`,
  none: `
    ruff format, ruff rule, ruff config, ruff linter, ruff clean, ruff server, ruff version, ruff help, golangci-lint version, golangci-lint linters,
    golangci-lint cache, golangci-lint help, golangci-lint config, golangci-lint fmt, golangci-lint formatters, golangci-lint completion,
    webpack serve, hugo server, hugo new, hugo mod, pre-commit install, pre-commit autoupdate, pre-commit clean, pre-commit gc, pre-commit uninstall,
    pre-commit sample-config, xcodebuild -list, xcodebuild -showsdks, mypy --install-types, nox --list, nox -l, tox list, tox -l, jest --init,
    jest --showConfig, jest --clearCache, eslint --init, eslint --print-config, phpunit --list-tests, pytest --collect-only, pytest --co, pytest --fixtures,
    rspec --dry-run, cargo nextest list, dotnet test --list-tests, swift test list, jest --listTests, gradle --dry-run, gradlew --dry-run, make -n,
    make --dry-run, go test -list, vitest list, playwright test --list, cargo clippy --fix, ninja clean, ninja -t, ctest -N, bun test --watch,
    wdio config, storybook dev, latexmk -c, latexmk -C, react-scripts start, playwright codegen, playwright show-report, ember serve, rubocop -L, pio run clean, pio run fullclean, platformio run clean,
    rubocop --list-target-files, rubocop --show-cops, phpunit --list-groups, phpunit --list-suites, pest --list-tests, ctest --show-only,
    gcc -v, cc -v, clang -v, g++ -v, clang++ -v, ghc -e, rustc -V, rustc --print, xcodebuild clean, xcodebuild -showBuildSettings,
    xcodebuild -version, xcodebuild -showdestinations, vitest watch, jest --watch, jest --watchAll, tsc --watch, tsc -w, tsc --init, tsc --showConfig,
    swc --watch, deno test --watch`,
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
  ...each('nx', nxTargets),
  ...each('clojure clj', clojureAliases),
  ...each('devbox pixi doit', oneTask(/^run$/)),
  ...each('just task turbo moon rake inv invoke ant sbt lein mill earthly run-s run-p npm-run-all', everyTask),
  ...each('gradle gradlew', gradleTasks),
  ...each('mvn mvnw', mavenGoals),
  ...each('make gmake', makeGoals),
  ...each('nox tox', environments),
  ...each('dotnet', projectOfTests),
  ...each('mix', firstTask),
  ...each('Rscript R julia godot godot4 Unity emacs nvim', evaluatedTask),
])

function each<T>(names: string, value: T): Array<[string, T]> {
  return names.split(' ').map(name => [name, value])
}

/** `npm run lint`, `npm test`; where the verb is needed, a name alone is something else. */
function oneTask(verb: RegExp, needsVerb = false) {
  return (program: string, words: readonly string[]): RunTask[] => {
    // `yarn workspaces foreach -A run test`
    const args = words[0] === 'workspaces' && words[1] === 'foreach' ? words.slice(2) : words
    const first = optionsFrom(program, args)
    const isVerb = verb.test(args[first] ?? '')
    if (needsVerb && !isVerb) return []
    const at = isVerb ? first + 1 : first
    const name = args[at + optionsFrom(program, args, at)]
    // Without the verb, `ci` or `validate` may be a command of the runner itself.
    return name === undefined
      ? []
      : [{ name, certain: isVerb || /^(?:check|verify|qa|quality|precommit)\b/.test(name) }]
  }
}

/** `dotnet run --project tests/Shop.Tests`: programs of tests are started like others. */
function projectOfTests(_: string, args: readonly string[]): RunTask[] {
  const project = args[0] === 'run' ? optionOf(args, '--project') : null
  return project !== null && /tests?(?:\.[a-z]{2}proj)?[\\/]?$/i.test(project) ? [shownByOutput] : []
}

/** `mix precommit`: a task of the project, which may run checks of any kind. */
function firstTask(program: string, args: readonly string[]): RunTask[] {
  return operands(program, args)
    .slice(0, 1)
    .map(name => ({ name, certain: true }))
}

/** `Rscript -e "devtools::test()"`, `julia -e "using Pkg; Pkg.test()"`, `julia test/runtests.jl` */
function evaluatedTask(_: string, args: readonly string[]): RunTask[] {
  const code = args.join(' ')
  if (
    /\b(?:devtools::(?:test|check)\b|rcmdcheck::|testthat::test_|tinytest::|Pkg\.test\b)|\bruntests\.jl\b|\btestthat\.R\b|\bCMD check\b|\bgut_cmdln\b|\bGdUnitCmdTool\b|(?:^| )-runTests\b|\bert-run-tests-batch|\bPlenaryBusted/.test(
      code,
    )
  )
    return [{ name: 'test', certain: true }]
  return /\blintr::lint/.test(code) ? [{ name: 'lint', certain: true }] : []
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
  // `sbt "testOnly Orders"` hands over a task and its argument as one word.
  const words = operands(program, until < 0 ? args : args.slice(0, until)).flatMap(word => word.split(/[, ]/))
  // By itself a runner takes the task it is set up with.
  if (words.length === 0) return [shownByOutput]
  return words
    .filter(word => !word.includes('='))
    .map((word, at) => ({ name: word.replace(/^\+/, ''), certain: at === 0 }))
}

function environments(program: string, args: readonly string[]): RunTask[] {
  return everyTask(program, args).map(({ name, certain }) => ({ name: taskOfEnvironment(name), certain }))
}

/** `nx run-many --target=build`, besides the words that other runners take too. */
function nxTargets(program: string, args: readonly string[]): RunTask[] {
  const named = args.flatMap(arg => /^(?:--targets?|-t)=(.+)$/.exec(arg)?.[1]?.split(',') ?? [])
  return named.length > 0 ? named.map(name => ({ name, certain: true })) : everyTask(program, args)
}

/** `clojure -M:dev:test`, `clj -X:test` */
function clojureAliases(_: string, args: readonly string[]): RunTask[] {
  const aliases = args.flatMap(arg => /^-[AMTX]:(.+)$/.exec(arg)?.[1]?.split(':') ?? [])
  return aliases.map(name => ({ name, certain: false }))
}

/**
 * `ember test`, `bleep lint`: a program that no table knows, asked in the words of a check. Only what it prints can
 * show that it ran one.
 */
function unknownTask(program: string, [word = '']: readonly string[]): RunTask[] {
  const isAsked = /^(?:[a-z]{1,12}:)?(?:test|tests|spec|lint|typecheck|check|build)(?::[a-z]{1,20})?$/.test(word)
  return isAsked && /^[a-z][\w.+-]{1,40}$/i.test(program) && !handlers.has(program) ? [shownByOutput] : []
}

/** Programs that handle files, text, machines or repositories: what follows their names is a file or a thing. */
const handlers = new Set(
  'awk bat brew apt apt-get apk aws az basename bzip2 cat cd chmod chown cp curl cut dd df diff dig dirname docker du echo emacs env export fd file find gcloud gh git glab grep gzip head hg ip jj jq kill kubectl less ln ls lsof man mkdir more mv nano nc node open podman printf ps psql pushd python python3 read rg rm rmdir rsync ruby scp sed sort source ssh stat sqlite3 systemctl tail tar tee test top touch tr tree type uniq unzip vi vim wc wget which xargs yq zip'.split(
    ' ',
  ),
)

/** Its `check` runs the tests and whatever else there is, and `build` runs `check`. */
function gradleTasks(program: string, args: readonly string[]): RunTask[] {
  return everyTask(program, args).flatMap(task => {
    if (/(?:^|:)check$/.test(task.name)) return [{ name: 'test', certain: true }]
    return /(?:^|:)build$/.test(task.name) ? [task, shownByOutput] : [task]
  })
}

/** Something that runs checks of which only the output says of what kind they are. */
const shownByOutput: RunTask = { name: 'check', certain: true }

function mavenGoals(program: string, args: readonly string[]): RunTask[] {
  const goals = operands(program, args)
  const skipsTests = args.some(arg => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(arg))
  const tested = goals.some(goal => /^(?:test|verify|integration-test)$/.test(goal)) && !skipsTests
  if (tested) return [{ name: 'test', certain: true }]
  const builds = goals.some(goal => /^(?:package|compile|install|verify|deploy|test-compile)$/.test(goal))
  if (!builds) return everyTask(program, args)
  const build = { name: 'build', certain: true }
  // What is packaged is tested before.
  return !skipsTests && goals.some(goal => /^(?:package|install|deploy)$/.test(goal)) ? [build, shownByOutput] : [build]
}

/** Goals that are files or have names of their own are built. */
function makeGoals(program: string, args: readonly string[]): RunTask[] {
  const goals = operands(program, args).filter(arg => !arg.includes('='))
  const tasks = goals.map(name => ({ name, certain: true }))
  if (goals.length === 0) return [{ name: 'build', certain: true }]
  if (taskKinds(tasks).length > 0) return tasks
  // `make check-web` checks as `make check` does.
  if (goals.some(goal => goal.split(/[-_:]/).includes('check'))) return [{ name: 'check', certain: true }]
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
  const name = programName(program)
  const file = /^(?:bash|sh|zsh|dash)$/.test(name) && !first.startsWith('-') ? first : program
  const task = /\/([\w-]+)(?:\.(?:sh|bash|zsh|exe))?$/.exec(file)?.[1] ?? ''
  if (/^(?:run[-_])?(?:tests?|lint|typecheck|build)(?:[-_]all)?$/.test(task))
    return [{ name: task.replace(/^run[-_]/, ''), certain: true }]
  // `bin/ci`, a program of tests that the project has built, `ruby test/order_test.rb`.
  const isGate = /^(?:ci|check|verify|precommit)$|^tests?[-_]\w|[-_]tests?$|\wTests?$/.test(task)
  const isTestFile =
    /^(?:python[\d.]*|ruby|node|tsx|elixir|php|perl|bash|sh|zsh)$/.test(name) &&
    values.some(each => testFile.test(each))
  return isGate || isTestFile ? [shownByOutput] : []
}

const testFile =
  /(?:^|\/)(?:tests?\/(?:[\w.-]{1,60}\/){0,4}[\w-]{1,80}|(?:run[-_]?)?(?:all[-_]?)?tests?|test_[\w-]{1,80}|[\w-]{1,80}_(?:test|spec)|[\w-]{1,80}\.(?:test|spec))\.(?:py|rb|[cm]?[jt]s|exs|php|pl|t|sh)$/

/** Programs whose runs may be checks, by name; any other may be a script that is named for a check. */
export const checkPrograms: readonly string[] = [...phrases.keys(), ...taskRunners.keys()]
