import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findCheckout } from '../../files/git-checkout.ts'
import { Rejection, reject } from '../rejection.ts'
import type { AttributionConfidence } from './attribute.ts'
import { type CommitChange, commitsTouching, readCommit } from './commit.ts'
import type { Explainer } from './explain.ts'
import { type Git, GitFailed } from './git.ts'
import { type ChangedFile, unquote } from './patch.ts'
import { gitRefusal, kindIn, type OpenRepository, openRepository, pathIn } from './repository.ts'
import type { WhyCommit } from './schema.ts'

/** What a question turned out to be about. */
type Question =
  | { kind: 'commit'; revision: string }
  | { kind: 'line'; path: string; line: number }
  /** `isGone`: not in the checkout any more, but in its history. */
  | { kind: 'file' | 'folder'; path: string; isGone?: boolean }

/** The repository that a question is about: a file of a submodule, or of a worktree inside the checkout, is of that one. */
export async function openFor(
  of: string,
  folder: string,
  home: string,
  onRun: (ms: number) => void,
): Promise<{ repository: OpenRepository; question: Question }> {
  const repository = await openRepository(folder, home, onRun)
  const question = questionIn(repository, of)
  if (question.kind === 'commit' || question.path === '.') return { repository, question }
  const place = join(repository.top, question.path)
  const checkout = findCheckout(dirname(place), home)
  if (!checkout || checkout.top === repository.top) return { repository, question }
  const inner = await openRepository(dirname(place), home, onRun)
  return { repository: inner, question: { ...question, path: pathIn(inner, basename(place)) ?? question.path } }
}

/** `src/a.ts:12` is a line, `src/a.ts` a file or folder of the checkout, everything else the name of a commit. */
function questionIn(repository: OpenRepository, of: string): Question {
  // No file and no commit has such a name, and no program takes it.
  if (of.includes('\0')) unknownCommit()
  const [, name = '', number = ''] = /^([\s\S]+):([1-9]\d{0,8})$/.exec(of) ?? []
  const file = name === '' ? null : pathIn(repository, name)
  if (file !== null && kindIn(repository, file) === 'file') return { kind: 'line', path: file, line: Number(number) }
  const path = pathIn(repository, of)
  const kind = path === null ? null : kindIn(repository, path)
  return path !== null && kind !== null ? { kind, path } : { kind: 'commit', revision: of }
}

export interface WhyAnswer {
  kind: Question['kind']
  commits: WhyCommit[]
  line: WhyLine | null
}

export interface WhyLine {
  path: string
  line: number
  text: string
  /** The commit that wrote it; null for a line that is not committed. */
  commit: string | null
  confidence: AttributionConfidence
  /** The turn that wrote it. */
  session_id: string | null
  turn: number | null
}

/** Turns that are shown of one commit, and commits of a file or folder. */
const mostTurns = 20
const mostTurnsEach = 3
const mostCommits = 12

export async function answer(repository: OpenRepository, explainer: Explainer, question: Question): Promise<WhyAnswer> {
  if (question.kind === 'line') return answerLine(repository, explainer, question)
  if (question.kind === 'commit' && !question.revision.includes('..')) {
    const change = await commitNamed(repository, question.revision).catch(async (error: unknown) => {
      const path = error instanceof Rejection ? await pathGone(repository, question.revision) : null
      return path ?? Promise.reject(error)
    })
    if (typeof change === 'string') {
      return answer(repository, explainer, { kind: 'file', path: change, isGone: true })
    }
    const commit = await explainer.commit(change, await explainer.trace(change), mostTurns)
    return { kind: 'commit', commits: [commit], line: null }
  }
  const commits =
    question.kind === 'commit' ? await commitsIn(repository, question) : await commitsOf(repository, question)
  const explained = await Promise.all(
    commits.map(async ({ hash, path }) => {
      const change = await commitNamed(repository, hash)
      const files = path === null ? change.files : change.files.filter(file => isAt(file, path))
      return explainer.commit(change, await explainer.trace(change, files), mostTurnsEach)
    }),
  )
  return { kind: question.kind, commits: explained, line: null }
}

/** Whether a changed file is or was at a path, or below it. */
function isAt({ path, from }: ChangedFile, place: string): boolean {
  return [path, from].some(each => each === place || each?.startsWith(`${place}/`))
}

/** The path of a file or folder that was removed or renamed: it is in the history of the checkout, and not in it. */
async function pathGone(repository: OpenRepository, of: string): Promise<string | null> {
  const path = repository.isBare || of.includes('\0') ? null : pathIn(repository, of)
  if (path === null || path === '.') return null
  const touching = await commitsTouching(repository.git, path, 1).catch(() => [])
  return touching.length > 0 ? path : null
}

/** A commit, and which of its files was asked about; null for all of them. */
interface AskedCommit {
  hash: string
  path: string | null
}

/** Of a range its newest commits. */
async function commitsIn(repository: OpenRepository, { revision }: { revision: string }): Promise<AskedCommit[]> {
  const hashes = await commitsNamed(repository, revision)
  if (hashes.length === 0) noSuchCommits()
  return hashes
    .slice(-mostCommits)
    .toReversed()
    .map(hash => ({ hash, path: null }))
}

/** The commits of a name, of a range such as `main..HEAD`, or of hashes with spaces between them, oldest first. */
export async function commitsNamed({ git }: OpenRepository, of: string): Promise<string[]> {
  if (of.includes('\0') || of.trim() === '' || of.startsWith('-')) noSuchCommits()
  const words = of.trim().split(/ +/)
  const names = words.every(word => /^[0-9a-f]{7,64}$/.test(word)) ? words : [of]
  const walk = names.length > 1 ? '--no-walk' : `--max-count=${of.includes('..') ? mostExported : 1}`
  try {
    const text = await git(['rev-list', walk, '--end-of-options', ...names, '--'])
    return text
      .toString('utf8')
      .split('\n')
      .filter(hash => hash !== '')
      .toReversed()
  } catch (error) {
    return error instanceof GitFailed && error.reason === 'failed' ? noSuchCommits() : gitRefusal(error, 'of', '', '')
  }
}

const mostExported = 1000

function noSuchCommits(): never {
  return reject('of', 'the repository has no such commits', 'name a commit, or several as main..HEAD', 'absent')
}

async function commitNamed({ git }: OpenRepository, revision: string): Promise<CommitChange> {
  if (revision.trim() === '' || revision.startsWith('-')) unknownCommit()
  try {
    const change = await readCommit(git, revision)
    // A range may hold no commit.
    return change.hash === '' ? unknownCommit() : change
  } catch (error) {
    return error instanceof GitFailed && error.reason === 'failed' ? unknownCommit() : gitRefusal(error, 'of', '', '')
  }
}

function unknownCommit(): never {
  return reject(
    'of',
    'the repository has no commit, file or folder of that name',
    'name a commit, a file, a line as src/a.ts:12, or a folder',
    'absent',
  )
}

/** For a file the commits its lines are from, most lines first; for a folder, and a file that is gone, those that touched it last. */
async function commitsOf(
  { git }: OpenRepository,
  { kind, path, isGone }: Exclude<Question, { kind: 'commit' | 'line' }>,
): Promise<AskedCommit[]> {
  try {
    if (kind === 'folder' || isGone) {
      const touching = await commitsTouching(git, path, mostCommits)
      return touching.map(({ hash }) => ({ hash, path: isGone ? path : null }))
    }
    const counts = new Map<string, AskedCommit & { lines: number }>()
    // A commit from before the file was renamed has it under another name.
    for (const { commit, path: then } of await blame(git, path)) {
      const lines = counts.get(commit)?.lines ?? 0
      counts.set(commit, { hash: commit, path: then, lines: lines + 1 })
    }
    return [...counts.values()].sort((a, b) => b.lines - a.lines).slice(0, mostCommits)
  } catch (error) {
    return gitRefusal(error, 'of', 'nothing of it is committed', 'commit it first, or ask about one of its lines')
  }
}

async function answerLine(
  repository: OpenRepository,
  explainer: Explainer,
  { path, line }: { path: string; line: number },
): Promise<WhyAnswer> {
  const text = textOnLine(repository, path, line)
  const blamed = await blamedLine(repository, path, line, text)
  const change = blamed ? await commitNamed(repository, blamed.commit) : uncommittedLine(path, line, text)
  const file = change.files.find(each => each.path === (blamed?.path ?? path))
  const found = file && lineIn(explainer, change, file, blamed?.number ?? line)
  const writer = found && explainer.find(found.turn)
  const whole = await explainer.trace(change)
  // The turn that wrote the line comes first, whatever else it wrote.
  const turns = [...whole.turns].sort((a, b) => Number(b.turn === found?.turn) - Number(a.turn === found?.turn))
  return {
    kind: 'line',
    commits: blamed ? [await explainer.commit(change, { ...whole, turns }, mostTurns)] : [],
    line: {
      path,
      line,
      text: text.toWellFormed(),
      commit: blamed?.commit ?? null,
      confidence: found?.confidence ?? 'uncertain',
      session_id: writer?.transcript.sessionId.toWellFormed() ?? null,
      turn: writer ? writer.turn.number + 1 : null,
    },
  }
}

/** Who wrote one line: the turn that wrote the same words, else the one that wrote the lines around it. */
function lineIn(explainer: Explainer, change: CommitChange, file: ChangedFile, number: number) {
  const own = { ...file, removed: [], added: file.added.filter(each => each.number === number) }
  const [writer] = explainer.attributeLines(change, own).turns
  const around = { ...file, removed: [], added: blockAround(file, number) }
  const block = explainer.attributeLines(change, around)
  if (writer) {
    const isBacked = block.turns.some(each => each.session === writer.session && each.confidence !== 'uncertain')
    return { turn: writer.turn, confidence: isBacked ? ('certain' as const) : ('likely' as const) }
  }
  const [near] = block.turns
  return near && near.confidence !== 'uncertain' && block.turns.every(each => each.session === near.session)
    ? { turn: near.turn, confidence: 'likely' as const }
    : undefined
}

/** The lines that were added together with one. */
function blockAround({ added }: ChangedFile, number: number): ChangedFile['added'] {
  const at = added.findIndex(each => each.number === number)
  let [from, to] = [at, at]
  while (from > 0 && added[from - 1]?.number === (added[from]?.number ?? 0) - 1) from--
  while (to >= 0 && added[to + 1]?.number === (added[to]?.number ?? 0) + 1) to++
  return at < 0 ? [] : added.slice(from, to + 1)
}

const longestFile = 16 * 1024 * 1024

function textOnLine({ top }: OpenRepository, path: string, line: number): string {
  const place = join(top, path)
  if (statSync(place).size > longestFile) reject('of', 'the file is too large', 'ask about a commit of it')
  const lines = readFileSync(place, 'utf8').split('\n')
  // What follows the last line end is no line.
  if (lines.at(-1) === '') lines.pop()
  return lines[line - 1] ?? reject('of', `the file has no line ${line}`, 'name one of its lines')
}

/** The line as it is committed, which changes above it may have moved; undefined where it is not committed. */
async function blamedLine(
  { git }: OpenRepository,
  path: string,
  line: number,
  text: string,
): Promise<BlamedLine | undefined> {
  const isSame = (each: BlamedLine | undefined) => each?.text.trim() === text.trim()
  try {
    const [there] = await blame(git, path, line).catch(noLine)
    if (isSame(there)) return there
    const distance = (each: BlamedLine) => Math.abs(each.line - line)
    return (await blame(git, path)).filter(isSame).sort((a, b) => distance(a) - distance(b))[0]
  } catch (error) {
    if (error instanceof GitFailed && error.reason === 'failed') return undefined
    return gitRefusal(error, 'of', '', '')
  }
}

/** The committed file has fewer lines. */
function noLine(error: unknown): BlamedLine[] {
  if (error instanceof GitFailed && error.reason === 'failed') return []
  throw error
}

/** A line of the working tree as if it were committed now. */
function uncommittedLine(path: string, number: number, text: string): CommitChange {
  const now = Date.now()
  return {
    ...{ hash: '', parents: [], authoredAt: now, committedAt: now, author: '', subject: '' },
    files: [{ path, from: null, added: [{ number, text }], removed: [], kept: [] }],
  }
}

/** A line of a file as it is committed, with the commit that wrote it last. */
interface BlamedLine {
  commit: string
  /** Where it was when it was written. */
  path: string
  number: number
  /** In the file as it is committed now. */
  line: number
  text: string
}

/** Who last wrote the lines of a file, or one of them; white space and moves inside the file do not count. */
async function blame(git: Git, path: string, line?: number): Promise<BlamedLine[]> {
  const range = line === undefined ? [] : ['-L', `${line},${line}`]
  const text = await git(['blame', '-w', '-M', '--porcelain', '--no-textconv', ...range, 'HEAD', '--', path])
  return blamedLines(text.toString('utf8'))
}

/** The lines in what `git blame --porcelain` prints. */
function blamedLines(porcelain: string): BlamedLine[] {
  const paths = new Map<string, string>()
  const found: BlamedLine[] = []
  let [commit, number, line] = ['', 0, 0]
  for (const row of porcelain.split('\n')) {
    if (row.startsWith('\t')) {
      found.push({ commit, path: paths.get(commit) ?? '', number, line, text: row.slice(1) })
      continue
    }
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(row)
    if (head) [commit, number, line] = [head[1] ?? '', Number(head[2]), Number(head[3])]
    else if (row.startsWith('filename ')) paths.set(commit, unquote(row.slice('filename '.length)))
  }
  return found
}
