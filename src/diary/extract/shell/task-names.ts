import { type CheckKind, checkKinds } from '../../schema.ts'

export interface RunTask {
  name: string
  /** It is the name of a task; where several words follow a runner, some may be arguments. */
  certain: boolean
}

/** The kinds of check that tasks of these names are, each once. */
export function taskKinds(tasks: readonly RunTask[]): Array<CheckKind | 'any'> {
  const kinds = tasks.flatMap(({ name, certain }) => {
    const kind = taskKind(name)
    return kind && (certain || kind !== 'any') ? [kind] : []
  })
  return [...new Set(kinds)]
}

/** Environments that are named for a version of Python run the tests: `py312`, `pypy3.10-django`. */
export function taskOfEnvironment(name: string): string {
  return /^(?:py|pypy)\d/.test(name) && taskKind(name) === null ? 'test' : name
}

/** People name tasks after what they do: `test:unit`, `web:lint`, `check-types`, `testDebugUnitTest`. */
function taskKind(name: string): CheckKind | 'any' | null {
  if (name.length > 80 || /[^\w:/.@+-]/.test(name)) return null
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
  if (name === 't') return 'test'
  if (words.some(word => others.has(word))) return null
  if (/\b(?:types? check|check types?)\b/.test(words.join(' '))) return 'typecheck'
  if (
    /\b(?:check (?:format(?:ting|ted)?|fmt|style)|(?:format|fmt|prettier|style|spotless|black) check)\b/.test(
      words.join(' '),
    )
  )
    return 'lint'
  for (const word of words) {
    const kind = checkKinds.find(each => taskWords[each].has(word))
    if (kind) return kind
  }
  return words.length > 0 && words.length <= 2 && words.every(word => gates.has(word)) ? 'any' : null
}

const taskWords: { [kind in CheckKind]: ReadonlySet<string> } = {
  typecheck: wordsOf(
    'typecheck typechecks typechecking types tsc mypy pyright basedpyright dialyzer phpstan stan psalm analyse sorbet steep',
  ),
  lint: wordsOf(
    'lint linter linters linting eslint clippy golangci rubocop credo detekt ktlint checkstyle stylelint shellcheck ruff flake8 pylint oxlint vet phpcs cs spotless pmd spotbugs',
  ),
  test: wordsOf(
    'test tests testing spec specs e2e unit integration smoke acceptance regression coverage cov pytest vitest jest rspec phpunit',
  ),
  build: wordsOf('build compile assemble bundle'),
}

/** Tasks of these names run several checks at once. */
const gates = wordsOf('check checks verify validate ci qa precommit preflight quality pre commit')

/** With these words in its name, a task prepares, serves or changes something. */
const others = wordsOf(
  'clean setup seed init prepare install create drop reset up down start stop serve server watch dev deploy publish update generate gen list new open ui migrate deps fixtures fixture snapshot push login fix bootstrap docs bench benchmark',
)

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
