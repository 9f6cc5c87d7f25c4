import { Rejection } from '../rejection.ts'
import type { DiarySettings } from '../settings.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts } from '../workspace/facts.ts'
import type { LineSpan } from '../workspace/line-spans.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject, rowOf, turnsOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import { withTranscript } from '../workspace/transcript.ts'
import type { DiaryRef } from './diary-ref.ts'

export const refVerdicts = ['verified', 'changed', 'missing'] as const
export type RefVerdict = (typeof refVerdicts)[number]

/** Whether lines of a session still have the hash they were cited with. */
export async function checkLines(
  settings: DiarySettings,
  { date, project_key, ref }: DiaryRef,
  span: LineSpan,
  sha256: string,
): Promise<RefVerdict> {
  return orMissing(
    readWorkspace({ diary: settings }, date, async workspace => {
      const project = await loadProject(workspace, project_key)
      return compare(await spanHash(settings, project, ref, span), sha256)
    }),
  )
}

/** Whether a work item is there, and the turns it covers still have the bytes that prepare saw. */
export async function checkWorkItem(
  settings: DiarySettings,
  { date, project_key, ref }: DiaryRef,
): Promise<RefVerdict> {
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
  try {
    return await check
  } catch (error) {
    if (error instanceof Rejection) return 'missing'
    throw error
  }
}
