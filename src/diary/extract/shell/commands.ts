import { commandOf } from '../../../transcripts/tool-input.ts'
import { isCheckProgram, isTaskRunner } from './kind.ts'
import { lex, type Operator, type Word } from './lex.ts'
import { optionsFrom, programName } from './programs.ts'

export interface ShellCommand {
  words: Word[]
  /** Its exit status cannot be seen in that of the whole script. */
  masked: boolean
  /** The commands its output goes through, in order; one that is a group of commands has no words. */
  filters: Word[][]
  /** What a later command shows of its output, which was kept in a variable, goes through these. */
  shownBy?: Word[][]
  /** What joins it to the next command follows its filters, whose status is another; false where only a group around it is filtered. */
  piped: boolean
  /** What joins it and its filters to the next command; null for the last one of the script. */
  joiner: Operator | null
  /** The subshells it runs in, from the outermost: what one changes, such as its folder, ends with it. */
  subshells: readonly number[]
}

/** The script a call hands to the shell. */
export function scriptOf(input: unknown): string | null {
  const command = commandOf(input)
  if (!Array.isArray(command)) return command
  const [, option = '', script] = command
  return /^-l?c$/.test(option) && script !== undefined ? script : command.join(' ')
}

/** Every simple command of a script without its wrappers, those of scripts inside it included. */
export function commandsIn(script: string): readonly ShellCommand[] {
  const known = readLast.get(script)
  if (known) return known
  const commands = commandsWithin(script, 0)
  if (readLast.size >= maxRead) readLast.clear()
  if (script.length <= longestRead) readLast.set(script, commands)
  return commands
}

/** The scripts read last: checks, deeds and commits of a turn are looked for in the same ones. */
const readLast = new Map<string, readonly ShellCommand[]>()
const maxRead = 200
const longestRead = 2000

function commandsWithin(script: string, depth: number): ShellCommand[] {
  return splitScript(script).flatMap((simple, at, all) => {
    if (simple.words.length === 1 && storedStatus(simple) !== null) return [simple]
    const kept = simple.words.length === 1 ? keptOutput.exec(simple.words[0]?.raw ?? '') : null
    if (kept && depth < deepestScript) {
      const shownBy = filtersOf(kept[1] ?? '', all.slice(at + 1))
      return commandsWithin(kept[2] ?? '', depth + 1).map(command => ({
        ...command,
        ...{ masked: command.masked || simple.masked, joiner: command.joiner ?? simple.joiner, shownBy },
      }))
    }
    const inner = unwrap(simple.words)
    if ('words' in inner) {
      // A status that is negated says the opposite.
      const masked = simple.masked || simple.words[0]?.value === '!'
      return inner.words.length > 0 ? [{ ...simple, masked, words: inner.words }] : []
    }
    if (depth >= deepestScript) return []
    const nextSubshell = -1 - at
    return commandsWithin(inner.script, depth + 1).map(command => ({
      ...command,
      masked: command.masked || simple.masked,
      filters: [...command.filters, ...simple.filters],
      piped: command.piped || (command.joiner === null && simple.piped),
      joiner: command.joiner ?? simple.joiner,
      subshells: [...simple.subshells, nextSubshell, ...command.subshells].slice(0, deepest),
    }))
  })
}

/** `out=$(npm test 2>&1)` */
const keptOutput = /^([A-Za-z_]\w{0,100})="?\$\(([\s\S]*)\)"?$/

/** What `echo "$out" | tail` lets through of what was kept; without such a command nothing is seen. */
function filtersOf(name: string, later: readonly ShellCommand[]): Word[][] {
  const shown = later.find(command => {
    const [program = '', ...words] = valuesOf(command)
    return (
      /^(?:echo|printf)$/.test(program) && words.some(word => word.includes(`$${name}`) || word.includes(`\${${name}}`))
    )
  })
  return shown?.filters ?? [[{ raw: name, value: name }]]
}

/** Scripts inside scripts are followed this far. */
const deepestScript = 8

/** The command as a person would type it. */
export function commandText({ words }: Pick<ShellCommand, 'words'>): string {
  return words.map(({ raw }) => raw).join(' ')
}

export function valuesOf({ words }: Pick<ShellCommand, 'words'>): string[] {
  return words.map(({ value }) => value)
}

/** The name of the variable that a command keeps the status of the one before in: `rc=$?`. */
export function storedStatus({ words }: Pick<ShellCommand, 'words'>): string | null {
  return /^([A-Za-z_]\w*)=\$(?:\?|\{\?\}|\{PIPESTATUS\[0\]\})$/.exec(words[0]?.value ?? '')?.[1] ?? null
}

/** The simple commands of a script, in the order they are written. */
function splitScript(script: string): ShellCommand[] {
  const parts = parse(script)
  const options = parts.flatMap(({ words }) => (words[0]?.value === 'set' ? words.map(({ value }) => value) : []))
  const shell = {
    pipefail: options.includes('pipefail'),
    errexit: options.some(option => /^-[a-z]*e/.test(option)) || options.includes('errexit'),
  }
  return flatten(parts, { visible: true, filters: [], piped: false, joiner: null, subshells: [] }, shell)
}

/** A simple command or a group of commands, with what follows it. */
interface Part {
  words: Word[]
  group: Part[] | null
  /** The group is in round brackets. */
  isSubshell: boolean
  after: Operator | null
}

/** Groups nested deeper than any real script are flattened. */
const deepest = 64

function parse(script: string): Part[] {
  const outer: Array<{ parts: Part[]; isSubshell: boolean }> = []
  let parts: Part[] = []
  let words: Word[] = []
  const endCommand = () => {
    if (words.length > 0) parts.push({ words, group: null, isSubshell: false, after: null })
    words = []
  }
  const open = (isSubshell: boolean) => {
    if (outer.length >= deepest) return
    outer.push({ parts, isSubshell })
    parts = []
  }
  const close = () => {
    endCommand()
    const around = outer.pop()
    if (!around) return
    const { parts: before, isSubshell } = around
    if (parts.length > 0) before.push({ words: [], group: parts, isSubshell, after: null })
    parts = before
  }
  for (const token of lex(script)) {
    if ('word' in token) {
      const atStart = words.length === 0
      if (atStart && token.word.raw === '{') open(false)
      else if (atStart && token.word.raw === '}') close()
      else words.push(token.word)
    } else if (token.operator === '(') open(true)
    else if (token.operator === ')') close()
    else {
      endCommand()
      const last = parts.at(-1)
      if (last && last.after === null) last.after = token.operator
    }
  }
  while (outer.length > 0) close()
  endCommand()
  return parts
}

/** More filters than any real pipe has. */
const mostFilters = 16

/** How a group of commands is seen from outside. */
interface Around {
  visible: boolean
  filters: Word[][]
  piped: boolean
  joiner: Operator | null
  subshells: readonly number[]
}

/** From the end: a status is seen through `&&` only, and of a pipe only the last part's, unless the shell is told otherwise. */
function flatten(
  parts: readonly Part[],
  around: Around,
  shell: { pipefail: boolean; errexit: boolean },
): ShellCommand[] {
  const seen: ShellCommand[][] = []
  let following = around.visible
  let filters: Word[][] = []
  let joiner = around.joiner
  for (let i = parts.length - 1; i >= 0; i--) {
    const { words = [], group = null, isSubshell = false, after = null } = parts[i] ?? {}
    const isLast = i === parts.length - 1 && (after ?? ';') === ';'
    if (after === '|') {
      const next = parts[i + 1]
      filters = next ? [next.words, ...filters].slice(0, mostFilters) : filters
    } else {
      filters = []
      joiner = isLast ? around.joiner : (after ?? ';')
      following = isLast ? around.visible : (after === '&&' || (after === ';' && shell.errexit)) && following
    }
    const visible = following && (after !== '|' || shell.pipefail)
    const subshells = isSubshell ? [...around.subshells, i] : around.subshells
    const piped = filters.length > 0 || (isLast && around.piped)
    const own = { visible, filters: [...filters, ...around.filters].slice(0, mostFilters), piped, joiner, subshells }
    seen[i] = group
      ? flatten(group, own, shell)
      : [{ words, masked: !visible, filters: own.filters, piped, joiner: own.joiner, subshells }]
  }
  return seen.flat()
}

/** What a simple command really runs, without what only wraps it; or the script it hands to another shell. */
function unwrap(words: readonly Word[]): { words: Word[] } | { script: string } {
  let rest = [...words]
  for (let layer = 0; layer < maxLayers; layer++) {
    const values = rest.map(({ value }) => value)
    const script = shellScript(values)
    if (script !== null) return { script }
    const count = countWrapperWords(values)
    if (count === 0) break
    rest = rest.slice(count)
  }
  return { words: rest }
}

const maxLayers = 32

const shells = new Set(['bash', 'sh', 'zsh'])

/** `bash -lc "…"`, other options before it allowed; `ssh host "…"`, whose words are a script for the other machine; `cmd /c …`; `mix do … + …`. */
function shellScript(values: readonly string[]): string | null {
  const program = programName(values[0] ?? '')
  switch (program) {
    case 'ssh': {
      const host = 1 + optionsFrom('ssh', values.slice(1))
      // Which folder one is in there is not known.
      return values.length > host + 1 ? `cd $HOME; ${values.slice(host + 1).join(' ')}` : null
    }
    case 'nix-shell':
      return wordsBehind(values, /^--(?:run|command)$/)?.[0] ?? null
    case 'cmd':
      return wordsBehind(values, /^\/{1,2}c$/i)?.join(' ') ?? null
    case 'powershell':
    case 'pwsh':
      return wordsBehind(values, /^-c(?:ommand)?$/i)?.join(' ') ?? null
    case 'script':
      return wordsBehind(values, /^-[a-z]*c$/)?.[0] ?? null
    case 'mix':
      if (values[1] !== 'do') return null
      return values
        .slice(2)
        .join(' ')
        .split(/ \+ |, /)
        .map(task => `mix ${task}`)
        .join(' && ')
  }
  if (!shells.has(program)) return null
  for (let at = 1; at < values.length; at++) {
    const option = values[at] ?? ''
    if (!option.startsWith('-')) return null
    if (/^-[a-z]*c$/.test(option)) return values[at + 1] ?? null
    if (/^-[a-z]*o$/.test(option)) at++
  }
  return null
}

function wordsBehind(values: readonly string[], option: RegExp): readonly string[] | null {
  const at = values.findIndex(value => option.test(value))
  return at > 0 && at + 1 < values.length ? values.slice(at + 1) : null
}

/** How many of the first words only wrap what follows. */
function countWrapperWords(values: readonly string[]): number {
  const [first = '', second = ''] = values
  if (/^[A-Za-z_]\w*\+?=/.test(first) || keywords.has(first)) return 1
  const program = programName(first)
  const args = values.slice(1)
  const own = 1 + optionsFrom(program, args)
  switch (program) {
    case 'sudo':
    case 'env':
    case 'time':
    case 'nice':
    case 'xvfb-run':
    case 'npx':
    case 'bunx':
    case 'arch':
    case 'setsid':
    case 'wsl':
      return before(own, values)
    case 'script':
      // macOS takes the file to write into, then the command.
      return before(own + 1, values)
    case 'asdf':
    case 'rbenv':
    case 'pyenv':
    case 'nodenv':
    case 'ddev':
    case 'volta':
      if (/^(?:exec|run)$/.test(second)) return before(2, values)
      return program === 'ddev' && runsPlainly.test(second) ? 1 : 0
    case 'fvm':
    case 'sail':
    case 'lando':
      return runsPlainly.test(second) ? 1 : 0
    case 'command':
    case 'corepack':
      return second.startsWith('-') ? 0 : 1
    case 'timeout':
    case 'gtimeout':
    case 'flock':
      return own + 1
    case 'direnv':
      return values[own] === 'exec' ? before(own + 2, values) : 0
    case 'kubectl':
      return afterDashes(values, /^exec$/)
    case 'nix':
      return afterOption(values, /^(?:-c|--command)$/)
    case 'uvx':
      return before(own, values)
    case 'conda':
    case 'mamba':
    case 'micromamba':
    case 'pipx':
      return second === 'run' ? before(2 + optionsFrom(program, values, 2), values) : 0
    case 'pipenv':
    case 'poetry':
      return second === 'run' ? 2 : 0
    case 'pdm':
    case 'hatch':
    case 'rye':
      // What it runs may also be a script of the project, which is known by its name.
      return second === 'run' && isCheckProgram(programName(values[2] ?? '')) ? 2 : 0
    case 'mise':
    case 'melos':
      return afterDashes(values, /^(?:exec|x)$/)
    case 'doppler':
    case 'op':
    case 'dotenvx':
    case 'devbox':
      return afterDashes(values, /^run$/)
    case 'docker':
    case 'docker-compose':
    case 'podman':
      return inContainer(values)
    case 'php':
    case 'ruby':
    case 'node':
      return isCheckProgram(programName(second)) ? 1 : 0
    case 'dotenv':
    case 'cross-env':
    case 'caffeinate':
    case 'unbuffer':
    case 'stdbuf':
    case 'ionice':
    case 'nohup':
    case 'xargs':
      return before(own, values)
    case 'bundle':
      return second === 'exec' ? 2 : 0
    case 'coverage':
      return second === 'run' && moduleRunner(args) > 0 ? 1 + moduleRunner(args) : 0
    case 'uv':
      return values[own] === 'run' ? own + 1 + optionsFrom('uv', values, own + 1) : 0
    case 'pnpm':
    case 'yarn':
    case 'bun':
    case 'npm':
      return packageRunner(program, values, own)
    default:
      return /^py(?:thon)?(?:3(?:\.\d+)?)?$/.test(program) ? moduleRunner(values) : 0
  }
}

/** What tools that bring a language or a container along run by its own name. */
const runsPlainly = /^(?:artisan|php|composer|phpunit|pest|npm|npx|yarn|pnpm|bun|node|flutter|dart|python|ruby|bundle)$/

const keywords = new Set(['!', 'if', 'then', 'elif', 'else', 'do', 'while', 'until'])

/** The words of a wrapper that wraps something, a `--` after them included. */
function before(count: number, values: readonly string[]): number {
  const all = values[count] === '--' ? count + 1 : count
  return all < values.length ? all : 0
}

/** `pnpm --filter web exec vitest`, or `yarn jest` straight. */
function packageRunner(program: string, values: readonly string[], own: number): number {
  const word = values[own] ?? ''
  if (/^(?:exec|dlx)$/.test(word) || (program === 'bun' && word === 'x')) {
    const after = own + 1
    return before(after + optionsFrom('npx', values, after), values)
  }
  return program !== 'npm' && (isCheckProgram(programName(word)) || isTaskRunner(programName(word))) ? own : 0
}

/** `nix develop -c cargo test` */
function afterOption(values: readonly string[], option: RegExp): number {
  const at = values.findIndex(value => option.test(value))
  return at > 0 ? before(at + 1, values) : 0
}

/** `mise exec -- go test` */
function afterDashes(values: readonly string[], verb: RegExp): number {
  const dashes = values.indexOf('--')
  return dashes > 1 && dashes + 1 < values.length && verb.test(values[1] ?? '') ? dashes + 1 : 0
}

/** `docker compose exec web npm test`: what follows the name of the container. */
function inContainer(values: readonly string[]): number {
  const compose = programName(values[0] ?? '') === 'docker-compose' ? 0 : values.indexOf('compose')
  const verb = 1 + (compose < 0 ? 0 : compose + optionsFrom('docker', values, compose + 1))
  if (!/^(?:exec|run)$/.test(values[verb] ?? '')) return 0
  const container = verb + 1 + optionsFrom('docker', values, verb + 1)
  return container + 1 < values.length ? container + 1 : 0
}

/** `python -m pytest`, `python manage.py test` */
function moduleRunner(values: readonly string[]): number {
  if (isCheckProgram(programName(values[1] ?? ''))) return 1
  const module = values.indexOf('-m')
  const own = 1 + optionsFrom('python', values.slice(1))
  return module > 0 && module < own && values.length > module + 1 ? module + 1 : 0
}
