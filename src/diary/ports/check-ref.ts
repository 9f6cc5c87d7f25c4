import type { Evidence, EvidenceVerdict } from '../../evidence/evidence.ts'
import { LockBusy } from '../../files/lock.ts'
import { cutTo } from '../../kernel/text.ts'
import { isDay } from '../dates/calendar.ts'
import { loadForgotten } from '../forget/tombstones.ts'
import { orUndefined } from '../rejection.ts'
import { historyProject } from '../search/history.ts'
import { withFoundSession } from '../search/open-session.ts'
import type { DiarySettings } from '../settings.ts'
import { GitFailed, gitIn } from '../why/git.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts } from '../workspace/facts.ts'
import { type LineSpan, spanIn } from '../workspace/line-spans.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject, rowOf, turnsOf } from '../workspace/project.ts'
import { sessionRefPattern, turnKey, workItemRefPattern } from '../workspace/refs.ts'
import { withTranscript } from '../workspace/transcript.ts'

/** `forgotten`: what was cited is gone because its owner wanted it to be. */
export const refVerdicts = ['verified', 'changed', 'missing', 'forgotten'] as const
type RefVerdict = (typeof refVerdicts)[number]

/** The verdict on evidence that points into the diary, for parts that know nothing else of it. */
export async function checkDiaryEvidence(
  settings: DiarySettings,
  { kind, ref, lines, sha256 }: Evidence,
): Promise<EvidenceVerdict> {
  const place = diaryRefIn(ref)
  const span = spanIn(lines)
  try {
    if (kind === 'work_item' && place?.kind === 'work_item') return await checkWorkItem(settings, place)
    if (kind !== 'transcript' || place?.kind !== 'session' || !span || !sha256) return 'unchecked'
    return await checkLines(settings, place, span, sha256)
  } catch (error) {
    // A workspace that is just being exchanged says nothing about the evidence.
    if (error instanceof LockBusy) return 'unchecked'
    throw error
  }
}

/** Whether lines of a session still have the hash they were cited with. */
export async function checkLines(
  settings: DiarySettings,
  { date, project_key, ref }: Omit<DiaryRef, 'kind'>,
  span: LineSpan,
  sha256: string,
): Promise<RefVerdict> {
  if (loadForgotten(settings).hasRef(date, project_key, ref)) return 'forgotten'
  return orMissing(hashLines(settings, { date, project_key, ref }, span).then(found => compare(found, sha256)))
}

/** The hash of the lines of a session that evidence names; undefined where they are not there, or were forgotten. */
export async function hashCitedLines(
  settings: DiarySettings,
  { kind, ref, lines }: Evidence,
): Promise<string | undefined> {
  const place = diaryRefIn(ref)
  const span = spanIn(lines)
  if (kind !== 'transcript' || place?.kind !== 'session' || !span) return undefined
  if (loadForgotten(settings).hasRef(place.date, place.project_key, place.ref)) return undefined
  return orUndefined(hashLines(settings, place, span))
}

/** What a work item that evidence names is called; undefined where it is not there, or was forgotten. */
export async function titleOfWorkItem(settings: DiarySettings, { kind, ref }: Evidence): Promise<string | undefined> {
  const place = diaryRefIn(ref)
  if (kind !== 'work_item' || place?.kind !== 'work_item') return undefined
  if (loadForgotten(settings).hasRef(place.date, place.project_key, place.ref)) return undefined
  return orUndefined(
    readWorkspace({ diary: settings }, place.date, async workspace => {
      const envelope = await loadEnvelope(await loadProject(workspace, place.project_key))
      return envelope?.items.find(({ work_item_ref }) => work_item_ref === place.ref)?.title
    }),
  )
}

/** Hashes lines of a session: of a prepared day, or one that a search of all sessions found. */
async function hashLines(
  settings: DiarySettings,
  { date, project_key, ref }: Omit<DiaryRef, 'kind'>,
  span: LineSpan,
): Promise<string | undefined> {
  if (project_key === historyProject) {
    return withFoundSession({ diary: settings, log: () => {} }, ref, async transcript =>
      span.end <= transcript.last ? transcript.spanHash(span.start, span.end) : undefined,
    )
  }
  return readWorkspace({ diary: settings }, date, async workspace =>
    spanHash(settings, await loadProject(workspace, project_key), ref, span),
  )
}

/** Whether a work item is there, and the turns it covers still have the bytes that prepare saw. */
export async function checkWorkItem(
  settings: DiarySettings,
  { date, project_key, ref }: DiaryRef,
): Promise<RefVerdict> {
  if (loadForgotten(settings).hasRef(date, project_key, ref)) return 'forgotten'
  return orMissing(
    readWorkspace({ diary: settings }, date, async workspace => {
      const project = await loadProject(workspace, project_key)
      const item = (await loadEnvelope(project))?.items.find(({ work_item_ref }) => work_item_ref === ref)
      if (!item) return 'missing'
      const covered = new Set(item.covered_turns.map(turnKey))
      const facts = await loadFacts(project)
      const verdicts: RefVerdict[] = []
      for (const turn of turnsOf(project).filter(each => covered.has(turnKey(each)))) {
        const known = facts.get(turnKey(turn))?.span_sha256
        verdicts.push(compare(known ? await spanHash(settings, project, turn.session_ref, turn) : undefined, known))
      }
      return refVerdicts.findLast(verdict => verdicts.includes(verdict)) ?? 'missing'
    }),
  )
}

/** A place in the diary that others may point at. */
interface DiaryRef {
  date: string
  project_key: string
  kind: 'session' | 'work_item'
  ref: string
}

/** What `diary:<date>/<project_key>/<session or work item>` means; undefined for every other form. */
export function diaryRefIn(text: string): DiaryRef | undefined {
  const [, date = '', project_key = '', ref = ''] =
    /^diary:([\d-]{10})\/([A-Za-z0-9._-]{1,80})\/(\w+)$/.exec(text) ?? []
  if (!isDay(date)) return undefined
  if (sessionRefPattern.test(ref) || project_key === historyProject) return { date, project_key, kind: 'session', ref }
  return workItemRefPattern.test(ref) ? { date, project_key, kind: 'work_item', ref } : undefined
}

async function spanHash(
  settings: DiarySettings,
  project: DiaryProject,
  session: string,
  { start, end }: LineSpan,
): Promise<string | undefined> {
  return withTranscript(settings, project, rowOf(project, session), async transcript =>
    end <= transcript.last ? transcript.spanHash(start, end) : undefined,
  )
}

function compare(found: string | undefined, expected: string | undefined): RefVerdict {
  if (found === undefined) return 'missing'
  return found === expected ? 'verified' : 'changed'
}

/** A day, project or session that is not there or broken supports nothing. */
async function orMissing(check: Promise<RefVerdict>): Promise<RefVerdict> {
  return (await orUndefined(check)) ?? 'missing'
}

/** Whether a commit is in the repository of a folder; its name is the hash of its bytes, so what is there is unchanged. */
export async function checkCommit(folder: string, hash: string): Promise<EvidenceVerdict> {
  try {
    const kind = await gitIn(folder)(['cat-file', '-t', hash])
    return kind.toString().trim() === 'commit' ? 'verified' : 'missing'
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    return error.reason === 'no-git' ? 'unchecked' : 'missing'
  }
}

/** What a commit says and which files it changes; undefined where it is not there. */
export async function readCommit(folder: string, hash: string, longest: number): Promise<string | undefined> {
  try {
    const shown = await gitIn(folder)([
      'show',
      '--no-color',
      '--no-textconv',
      '--no-ext-diff',
      '--stat=100',
      '--format=%H%n%an, %aI%n%n%B',
      hash,
      '--',
    ])
    return cutTo(shown.toString('utf8'), longest)
  } catch (error) {
    if (error instanceof GitFailed) return undefined
    throw error
  }
}
