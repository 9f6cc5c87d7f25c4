import type { CheckKind } from '../../schema.ts'
import { operands, optionsFrom, packageManagers, programName } from './programs.ts'

/** What kind of check a simple command is, by its words without wrappers; null if it is none. */
export function checkKind(values: readonly string[]): CheckKind | null {
  const program = programName(values[0] ?? '')
  const args = values.slice(1)
  if (args.includes('--version') || args.includes('--help')) return null
  const script = packageManagers.has(program) ? packageScript(program, args) : null
  for (const { kind, script: named, rules } of table) {
    if (script !== null && named.test(script)) return kind
    if (rules.some(({ programs, when }) => programs.includes(program) && (when?.(program, args) ?? true))) return kind
  }
  return null
}

/** Whether the table of checks knows a program of that name. */
export function isCheckProgram(program: string): boolean {
  return known.has(program)
}

type Condition = (program: string, args: readonly string[]) => boolean

interface Rule {
  programs: readonly string[]
  when?: Condition
}

interface Row {
  kind: CheckKind
  /** The names of package scripts. */
  script: RegExp
  rules: readonly Rule[]
}

/** In the order in which they are tried. */
const table: readonly Row[] = [
  {
    kind: 'typecheck',
    script: /^(?:typecheck|type-check|types|check-types|tsc)$/,
    rules: [
      { programs: ['tsc'], when: not(flag('-b', '--build')) },
      anyOf('vue-tsc svelte-check mypy pyright'),
      { programs: ['flow', 'cargo'], when: sub('check') },
      { programs: ['go'], when: sub('vet') },
    ],
  },
  {
    kind: 'lint',
    script: /^(?:lint(?::.+)?|format:check|fmt:check)$/,
    rules: [
      anyOf('eslint stylelint shellcheck flake8 pylint golangci-lint'),
      { programs: ['cargo'], when: sub('clippy') },
      { programs: ['biome'], when: sub('check', 'lint', 'ci') },
      {
        programs: ['ruff'],
        when: not(sub('format', 'rule', 'config', 'linter', 'clean', 'server', 'version', 'help')),
      },
      { programs: ['prettier', 'black'], when: flag('--check') },
      { programs: ['cargo'], when: both(sub('fmt'), flag('--check')) },
      { programs: ['gofmt'], when: flag('-l') },
    ],
  },
  {
    kind: 'test',
    script: /^(?:t|test(?::.+)?|e2e|coverage)$/,
    rules: [
      anyOf('vitest jest mocha ava tap pytest unittest tox nox rspec phpunit ctest'),
      { programs: ['cargo'], when: sub('test', 'nextest') },
      { programs: 'go deno bun swift mix dotnet bazel playwright'.split(' '), when: sub('test') },
      { programs: ['cypress'], when: sub('run') },
      { programs: ['node'], when: ownFlag('--test') },
      { programs: ['rake'], when: goal(/^(?:test|spec)$/) },
      { programs: ['make'], when: goal(/^(?:test|check)$/) },
      { programs: ['mvn', 'mvnw'], when: goal(/^(?:test|verify)$/) },
      { programs: ['gradle', 'gradlew'], when: goal(/^(?:.*:)?(?:test|check)$/) },
    ],
  },
  {
    kind: 'build',
    script: /^build(?::.+)?$/,
    rules: [
      { programs: ['tsc'] },
      { programs: 'vite next cargo go dotnet swift bazel docker'.split(' '), when: sub('build') },
      { programs: ['webpack'], when: not(sub('serve')) },
      anyOf('rollup'),
      { programs: ['turbo'], when: goal(/^build$/) },
      {
        programs: ['make'],
        when: not(allGoals(/^(?:(?:dist)?clean|help|(?:un)?install|lint|fmt|format|run|dev|start|serve|deploy)$/)),
      },
      { programs: ['cmake'], when: flag('--build') },
      { programs: ['mvn', 'mvnw'], when: goal(/^(?:package|compile|install)$/) },
      { programs: ['gradle', 'gradlew'], when: goal(/^(?:.*:)?(?:build|assemble)$/) },
    ],
  },
]

const known = new Set(
  table.flatMap(({ rules }) => rules.flatMap(({ programs }) => programs)).filter(name => !packageManagers.has(name)),
)

/** Programs whose runs are reported: checks, and what makes commits, pull requests and patches. */
const reported = [...known, ...packageManagers, 'git', 'gh', 'glab', 'apply_patch', 'applypatch']

/** Quotes and escapes may be anywhere inside a name, nothing else. */
const reportedProgram = new RegExp(
  String.raw`(?<!\w)(?:${reported.map(name => [...name].join(String.raw`['"\\\n$]*`)).join('|')})(?!\w)`,
)

/** False when a script certainly runs nothing that is reported; quicker than finding out what it runs. */
export function mayBeReported(script: string): boolean {
  return reportedProgram.test(script)
}

/** The script a package manager is asked to run. */
function packageScript(program: string, args: readonly string[]): string | null {
  const first = optionsFrom(program, args)
  const named = /^run(?:-script)?$/.test(args[first] ?? '') ? first + 1 : first
  return args[named + optionsFrom(program, args, named)] ?? null
}

function anyOf(programs: string): Rule {
  return { programs: programs.split(' ') }
}

function sub(...names: string[]): Condition {
  return (program, args) => names.includes(operands(program, args)[0] ?? '')
}

function flag(...names: string[]): Condition {
  return (_, args) => names.some(name => args.includes(name))
}

/** Given to the program itself, not to what it runs. */
function ownFlag(name: string): Condition {
  return (program, args) => args.slice(0, optionsFrom(program, args)).includes(name)
}

function goal(name: RegExp): Condition {
  return (program, args) => operands(program, args).some(arg => name.test(arg))
}

/** There are goals, and every one of them is such. */
function allGoals(name: RegExp): Condition {
  return (program, args) => {
    const goals = operands(program, args).filter(arg => !arg.includes('='))
    return goals.length > 0 && goals.every(arg => name.test(arg))
  }
}

function not(condition: Condition): Condition {
  return (program, args) => !condition(program, args)
}

function both(one: Condition, other: Condition): Condition {
  return (program, args) => one(program, args) && other(program, args)
}
