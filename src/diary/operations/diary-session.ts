import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { formatInZone } from '../dates/zone.ts'
import { loadPrices, type PriceTable } from '../prices/price-table.ts'
import { orUndefined } from '../rejection.ts'
import { turnCost } from '../report/statistics.ts'
import { TurnFacts, terminalTypes } from '../schema.ts'
import { historyProject, projectLabel, sessionTitle } from '../search/history.ts'
import { withFoundSession } from '../search/open-session.ts'
import { loadCard } from '../workspace/card.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { loadProject, rowOf } from '../workspace/project.ts'
import { refOf, turnKey } from '../workspace/refs.ts'
import { withTranscript } from '../workspace/transcript.ts'

export const diarySession = diaryOperation({
  name: 'diary_session',
  audience: 'people',
  summary: 'One session of a day: its size, and its turns with their lines, times and how each ended.',
  effect: 'read',
  input: z.strictObject({
    project_key: name('ledger-d7579830878a'),
    session_ref: name('S0001'),
    date: DateArgument.optional(),
  }),
  result: {
    date: z.string().nullable(),
    timezone: z.string().nullable(),
    project_key: z.string(),
    project_label: z.string(),
    session_ref: z.string(),
    title: z
      .string()
      .optional()
      .describe('The beginning of what the person said first; absent where that is not known'),
    source: z.string(),
    source_session_id: z.string(),
    total_lines: z.int(),
    bytes: z.int(),
    turns: z.array(
      z.object({
        turn_ref: z.string(),
        start_line: z.int(),
        end_line: z.int(),
        trigger_at: z.string().nullable(),
        trigger_kind: TurnFacts.shape.trigger_kind.nullable(),
        terminal: z.enum(terminalTypes).nullable().describe('null while the turn has no chain'),
        span_sha256: z.string().nullable(),
        cost_usd: z.number().nullable().optional().describe('null where nothing of it is known'),
        cost_at_least: z.boolean().optional(),
      }),
    ),
  },
  async run({ project_key, session_ref, date }, ctx) {
    if (project_key === historyProject) return foundSession(session_ref, ctx)
    return readWorkspace(ctx, date, async workspace => {
      const project = await loadProject(workspace, project_key)
      const row = rowOf(project, session_ref)
      const facts = await loadFacts(project, session_ref)
      // A card that cannot be used hides no transcript.
      const chains = (await orUndefined(loadCard(project, row)))?.chains ?? []
      const terminals = new Map(chains.map(({ turn_ref, terminal_state }) => [turn_ref, terminal_state.type]))
      const prices = await loadPrices(ctx.diary, workspace.metadata?.report_date)
      return withTranscript(ctx.diary, project, row, async transcript => ({
        date: workspace.metadata?.report_date ?? null,
        timezone: workspace.metadata?.timezone ?? null,
        project_key,
        project_label: project.label,
        session_ref,
        ...titled(chains.flatMap(({ trigger }) => trigger.quoted_messages)[0]?.text),
        source: row.source,
        source_session_id: row.source_session_id,
        total_lines: transcript.last,
        bytes: transcript.offset(transcript.last + 1),
        turns: row.turns.map(({ turn_ref, turn_start_line, turn_end_line }) => {
          const known = facts.get(turnKey({ session_ref, turn_ref }))
          return {
            turn_ref,
            start_line: turn_start_line,
            end_line: turn_end_line,
            trigger_at: known?.trigger_at ?? null,
            trigger_kind: known?.trigger_kind ?? null,
            terminal: terminals.get(turn_ref) ?? null,
            span_sha256: known?.span_sha256 ?? null,
            ...costOf(known, prices),
          }
        }),
      }))
    })
  },
})

function costOf(known: TurnFacts | undefined, prices: PriceTable) {
  const { total, at_least } = turnCost(known, prices)
  return { cost_usd: total, cost_at_least: at_least }
}

function titled(firstWords = ''): { title?: string } {
  const title = sessionTitle(firstWords)
  return title === '' ? {} : { title }
}

/** A session of all there are, whether or not its days were prepared. */
function foundSession(session_ref: string, ctx: DiaryContext) {
  const { timezone } = ctx.diary
  return withFoundSession(ctx, session_ref, async (transcript, session, firstPrompt) => ({
    date: null,
    timezone,
    project_key: historyProject,
    project_label: projectLabel(session.root),
    session_ref,
    ...titled(firstPrompt()),
    source: session.source,
    source_session_id: session.sessionId,
    total_lines: transcript.last,
    bytes: transcript.offset(transcript.last + 1),
    turns: session.turns.map(({ startLine, endLine, at, kind }, index) => ({
      turn_ref: refOf('T', index + 1),
      start_line: startLine,
      end_line: endLine,
      trigger_at: formatInZone(at, timezone),
      trigger_kind: kind,
      terminal: null,
      span_sha256: null,
    })),
  }))
}
