import type { CallInput, ResultEvent, TurnEvent } from '../../transcripts/event.ts'
import { fileChanges } from '../../transcripts/file-edits.ts'
import { isObject, listAt, type TranscriptRecord, textAt } from '../../transcripts/record.ts'
import { commitsOf, subjectGiven } from '../extract/commits.ts'
import { isTemporary, placeOf } from '../extract/project-path.ts'
import { placedCommands } from '../extract/repository.ts'
import { commandsIn, type ShellCommand, scriptOf, valuesOf } from '../extract/shell/commands.ts'
import { foldersOf, gitFolder, resolve } from '../extract/shell/folders.ts'
import { operands, programName } from '../extract/shell/programs.ts'
import { mayWrite } from '../extract/shell/writes.ts'
import { success, type ToolRun, toolRuns } from '../extract/tool-runs.ts'
import { tellingHashes } from './folded-line.ts'

/** What one call of a turn wrote into a file. */
export interface TurnEdit {
  /** Absolute where that is known. */
  path: string
  /** The line of the transcript with the call. */
  line: number
  /** Hashes of the lines that came and went, as far as they say who wrote them; none where only the file is known. */
  added: number[]
  removed: number[]
}

/** A commit that a turn made in the project's repository. */
export interface MadeCommit {
  /** As git printed it; null where the output does not show it. */
  hash: string | null
  /** Empty where nothing shows it, as with a message from a file. */
  subject: string
  amends: boolean
  /** Lines of the transcript: of the call, and of its result; the same twice where it has none. */
  line: number
  endLine: number
}

interface TurnEdits {
  edits: TurnEdit[]
  commits: MadeCommit[]
}

/** A call that writes more lines than these is known by its first ones. */
const mostLines = 4000

/** What a turn wrote, and the commits it made; calls that failed or were refused count for nothing. */
export function turnEdits(events: readonly TurnEvent[], root: string | null): TurnEdits {
  const runs = toolRuns(events)
  return { edits: runs.flatMap(run => editsOf(run, root)), commits: madeCommits(runs, root) }
}

function editsOf(run: ToolRun, root: string | null): TurnEdit[] {
  const result = success(run)
  if (!result) return []
  const folder = run.cwd ?? textAt(run.input, 'workdir') ?? root
  const script = run.family === 'shell' ? scriptOf(run.input) : null
  const changes = fileChanges(run, result).map(({ path, lines }) => ({ path, ...(lines ?? linesGiven(run.input)) }))
  const written = script?.includes('<<') ? writtenByShell(script) : []
  const touched = script === null ? [] : changedByShell(script, folder)
  return [
    ...changes,
    ...written.map(({ path, lines }) => ({ path, added: lines, removed: [] })),
    ...touched.map(path => ({ path, added: [], removed: [] })),
  ].flatMap(({ path, added, removed }) => {
    const full = resolve(folder, path) ?? path
    const { isInside } = placeOf(full, root)
    if (!isInside && isTemporary(full)) return []
    const edit = { added: tellingHashes(added, mostLines), removed: tellingHashes(removed, mostLines) }
    return [{ path: full, line: run.lines[0] ?? 0, ...edit }]
  })
}

/** What a call says of the text it writes, where its result does not show the lines. */
function linesGiven(input: CallInput): { added: string[]; removed: string[] } {
  const replacements = listAt(input, 'edits').filter(isObject)
  const parts = replacements.length > 0 ? replacements : [input]
  const added = parts.flatMap(part => linesAt(part, newKeys))
  const removed = parts.flatMap(part => linesAt(part, oldKeys))
  const [came, went] = [new Set(added), new Set(removed)]
  return { added: added.filter(line => !went.has(line)), removed: removed.filter(line => !came.has(line)) }
}

const newKeys = ['new_string', 'newString', 'new_str', 'newText', 'content', 'contents', 'code_edit', 'new_source']
const oldKeys = ['old_string', 'oldString', 'old_str', 'oldText']

function linesAt(part: TranscriptRecord, keys: readonly string[]): string[] {
  const text = keys.map(key => textAt(part, key)).find(each => each !== undefined)
  return text === undefined || text === '' ? [] : text.split('\n')
}

function madeCommits(runs: readonly ToolRun[], root: string | null): MadeCommit[] {
  // A transcript may end with the call, or be kept before its result was written.
  const answered = runs.map(run => (run.result ? run : { ...run, result: notWritten }))
  return placedCommands(answered, root).flatMap((commands): MadeCommit[] => {
    const commit = commands.find(
      ({ program, args, isOwn }) => isOwn && program === 'git' && operands('git', args)[0] === 'commit',
    )
    if (!commit || commit.run.result?.error) return []
    const [line = 0] = commit.run.lines
    const place = { line, endLine: commit.run.lines.at(-1) ?? line }
    const printed = commitsOf([commands])
    if (printed.length > 0) return printed.map(({ hash, subject, amends }) => ({ hash, subject, amends, ...place }))
    const subject = subjectGiven(commit.args) ?? ''
    return [{ hash: null, subject, amends: commit.args.includes('--amend'), ...place }]
  })
}

const notWritten: ResultEvent = {
  ...{ kind: 'result', line: 0, id: null, text: '', exit: null, error: false, interrupted: false, denied: false },
}

/** The files a script changes by name, whatever it writes into them: `sed -i`, formatters, `mv`, `rm`, `git mv`, `git add`. */
function changedByShell(script: string, start: string | null): string[] {
  if (script.length > longestScript || !writers.test(script)) return []
  const commands = commandsIn(script)
  const folders = foldersOf(commands, start)
  const found = commands.flatMap((command, i) => {
    const isGit = programName(valuesOf(command)[0] ?? '') === 'git'
    const folder = isGit ? gitFolder(command, folders[i] ?? null) : (folders[i] ?? null)
    return filesNamed(command).flatMap(name => resolve(folder, name) ?? [])
  })
  return [...new Set(found)].slice(0, mostFiles)
}

const longestScript = 20_000
const mostFiles = 50
/** Scripts without one of these words are not taken apart. */
const writers =
  /\b(?:sed|perl|mv|rm|cp|git|gofmt|gofumpt|goimports|black|isort|rustfmt|autopep8)\b|--(?:write|fix|apply|in-place)\b/

function filesNamed(command: ShellCommand): string[] {
  const [word = '', ...args] = valuesOf(command)
  const program = programName(word)
  const words = operands(program, args)
  if (program === 'git') return gitVerbs.has(words[0] ?? '') ? words.slice(1).filter(isFile) : []
  if (program === 'cp') return words.slice(-1).filter(isFile)
  return mayWrite(program, args) ? words.filter(isFile) : []
}

/** What is staged was changed by the session, or it would not name it. */
const gitVerbs = new Set(['add', 'mv', 'rm'])

/** A word that can only be a file: it ends in a suffix and is not an expression of sed. */
function isFile(word: string): boolean {
  return word.length <= 1024 && /^[\w@.+~/-]*[\w+-]\.\w+$/.test(word) && !/^[sy]\//.test(word)
}

/** A file that a shell script writes word for word. */
interface WrittenText {
  path: string
  lines: string[]
}

/**
 * The files a script writes from here-documents: `cat > path <<'END'`, `tee path <<END`. A program that is run from one,
 * as `python3 <<END`, holds what it writes into the files it names.
 */
function writtenByShell(script: string): WrittenText[] {
  const found: WrittenText[] = []
  const lines = script.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const mark = line.length > longestCommand ? null : /<<-?[ \t]*(['"]?)([A-Za-z_]\w*)\1/.exec(line)
    if (!mark) continue
    let end = at + 1
    while (end < lines.length && lines[end]?.trim() !== mark[2]) end++
    if (end === lines.length) return found
    const body = lines.slice(at + 1, end)
    const path = targetOf(line)
    const paths = path !== null ? [path] : interpreter.test(line) ? filesIn(body) : []
    for (const each of paths) found.push({ path: each, lines: body })
    at = end
  }
  return found
}

const longestCommand = 2000
const interpreter = /(?:^|[\s/;&|(])(?:python[\d.]*|node|ruby|perl|deno|bun)(?=[\s<])/
/** A program that names more files than these works on lists of them. */
const mostWrittenFiles = 8

/** The files that a program names in quotes. */
function filesIn(body: readonly string[]): string[] {
  const names = body.flatMap(line =>
    line.length > longestCommand
      ? []
      : [...line.matchAll(/(["'`])([\w@.+~/-]{1,300}\.\w{1,12})\1/g)].map(([, , name = '']) => name),
  )
  const found = [...new Set(names)]
  return found.length > mostWrittenFiles ? [] : found
}

function targetOf(line: string): string | null {
  const redirected = /(?:^|[^>&\d])>>?[ \t]*(?:'([^']+)'|"([^"$`]+)"|([^\s;&|<>()'"$`]+))/.exec(line)
  const copied = /\btee[ \t]+(?:-a[ \t]+)?(?:'([^']+)'|"([^"$`]+)"|([^\s;&|<>()'"$`-][^\s;&|<>()'"$`]*))/.exec(line)
  const found = redirected ?? copied
  const path = found?.[1] ?? found?.[2] ?? found?.[3]
  return path === undefined || path.startsWith('/dev/') ? null : path
}
