import { trimEndOf } from '../../kernel/text.ts'
import { list, oneLine } from '../extract/text.ts'
import { type Git, GitFailed } from './git.ts'
import type { WhyCommit, WhyTurn } from './schema.ts'

/** Where notes are written; nothing else of a repository is. */
export const notesRef = 'refs/notes/daybook'

export const noteStates = ['written', 'unchanged', 'removed', 'none'] as const
export type NoteState = (typeof noteStates)[number]

/** What Daybook says of a commit in a note: trailers, without words of a session, which titles of work items hold. Empty where nothing is known. */
export function noteOf({ confidence, reason, turns, records }: WhyCommit): string {
  if (confidence === 'uncertain') return ''
  const trailers = [
    ['Why', `${confidence}. ${reason}`],
    ...turns.map(turn => ['Turn', turnText(turn)]),
    ...[...new Set(turns.flatMap(workItem))].map(item => ['Work-Item', item]),
    ...unique([...turns.flatMap(turn => turn.records), ...records]).map(({ id, title }) => [
      'Record',
      `${id} ${title}`,
    ]),
  ]
  return trailers.map(([name, text = '']) => `${prefix}${name}: ${oneLine(text)}\n`).join('')
}

/** The note a commit has after ours was put into it; what others wrote there stays as it is, in front of it. */
export function withNote(existing: string, own: string): string {
  const others = existing.split('\n').filter(line => !line.startsWith(prefix))
  const kept = trimEndOf(others.join('\n'), '\n')
  return kept === '' ? own : own === '' ? `${kept}\n` : `${kept}\n\n${own}`
}

/** Puts our note on a commit, unless it is there; with `isDry`, only says what that would do. */
export async function putNote(git: Git, hash: string, own: string, isDry: boolean): Promise<NoteState> {
  const existing = await readNote(git, hash)
  const hasOwn = (existing ?? '').split('\n').some(line => line.startsWith(prefix))
  if (own === '' && !hasOwn) return 'none'
  const wanted = withNote(existing ?? '', own)
  if (wanted === existing) return 'unchanged'
  if (!isDry) {
    if (wanted.trim() === '') await git([...asDaybook, 'notes', `--ref=${notesRef}`, 'remove', hash])
    else {
      // A copied blob is kept byte for byte; git would tidy up a text.
      const blob = (await git(['hash-object', '-w', '--stdin'], wanted)).toString('utf8').trim()
      await git([...asDaybook, 'notes', `--ref=${notesRef}`, 'add', '--force', `--reuse-message=${blob}`, hash])
    }
  }
  return own === '' ? 'removed' : 'written'
}

/** What a note of ours may name of one session. */
interface NamedSession {
  source: string
  session_ids: readonly string[]
  /** Places of the diary: sessions and work items. */
  refs: readonly string[]
}

/** The commits of a repository whose notes of ours name a session or a work item of it. */
export async function commitsNaming(git: Git, { source, session_ids, refs }: NamedSession): Promise<string[]> {
  const listed = (await git(['notes', `--ref=${notesRef}`, 'list'])).toString('utf8')
  const notes = listed.split('\n').flatMap(line => {
    const [blob = '', commit = ''] = line.split(' ')
    return commit === '' ? [] : [{ blob, commit }]
  })
  if (notes.length === 0) return []
  const texts = objectsIn(await git(['cat-file', '--batch'], notes.map(({ blob }) => `${blob}\n`).join('')))
  const meant = [
    ...session_ids.map(id => `${prefix}Turn: ${source} ${oneLine(id)} turn `),
    ...refs.map(ref => `${prefix}Work-Item: ${ref} `),
  ]
  const isMeant = (line: string) => meant.some(each => `${line} `.startsWith(each))
  return notes.flatMap(({ blob, commit }) => (texts.get(blob)?.split('\n').some(isMeant) ? [commit] : []))
}

/** The objects that `git cat-file --batch` prints: of each its name, kind and size on a line, and then its bytes. */
function objectsIn(printed: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(lineFeed, at)
    if (end < 0) break
    const [name = '', , size] = printed.toString('latin1', at, end).split(' ')
    const length = Number(size)
    // Of one that is missing there is only the line.
    at = Number.isInteger(length) ? end + 1 + length + 1 : end + 1
    if (Number.isInteger(length)) found.set(name, printed.toString('utf8', end + 1, end + 1 + length))
  }
  return found
}

const lineFeed = 0x0a

async function readNote(git: Git, hash: string): Promise<string | null> {
  try {
    return (await git(['notes', `--ref=${notesRef}`, 'show', hash])).toString('utf8')
  } catch (error) {
    if (error instanceof GitFailed && error.reason === 'failed') return null
    throw error
  }
}

const prefix = 'Daybook-'

/** A repository without a name for its user takes notes as well. */
const asDaybook = ['user.name=Daybook', 'user.email=daybook@localhost'].flatMap(setting => ['-c', setting])

function turnText({ source, session_id, turn, lines, written, files, made_commit, minutes_before }: WhyTurn): string {
  const deeds = [
    made_commit && 'made the commit',
    written > 0 &&
      `wrote ${written} of its lines in ${list(
        files.map(({ path }) => path),
        5,
      )}`,
    typeof minutes_before === 'number' &&
      `${files.length > 0 ? 'changed the same files' : 'worked on the same branch'} ${minutes_before} minutes before`,
  ]
  return [`${source} ${session_id} turn ${turn}`, `transcript lines ${lines}`, ...deeds].filter(Boolean).join(', ')
}

function workItem({ prepared }: WhyTurn): string[] {
  if (!prepared?.work_item_ref) return []
  return [`diary:${prepared.date}/${prepared.project_key}/${prepared.work_item_ref}`]
}

function unique<T extends { id: string }>(records: readonly T[]): T[] {
  return [...new Map(records.map(record => [record.id, record])).values()]
}
