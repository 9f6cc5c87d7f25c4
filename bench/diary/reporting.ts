import { rmSync } from 'node:fs'
import { atMost, type Figure, ratioFigure } from '../harness/figure.ts'
import { compare, type Pair } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { inventHome } from './home.ts'
import { type Bench, counted, type Measure } from './measure.ts'
import { type OpenDiary, openDiary } from './open-diary.ts'
import { type PreparedSession, sessionsIn } from './prepared-sessions.ts'

const day = '2026-08-01'
const started = Date.parse(`${day}T00:00:00Z`)
const [few, more, many] = [20, 40, 200]

/** Ten times the items, and some room for what does not grow evenly. */
const renderTarget = atMost(12)
/** For each citation at most 1.3 times as long. */
const verifyTarget = (items: number) => atMost((1.3 * items) / few)

export const reporting: Measure = {
  id: 'report',
  about: `rendering and verifying days of ${few}, ${more} and ${many} work items`,
  async run(bench) {
    const small = await writtenDay(bench, few)
    const medium = await writtenDay(bench, more)
    const large = await writtenDay(bench, many)
    for (const diary of [small, medium, large]) await diary.call('diary_render', { date: day })
    const figures: Figure[] = []
    for (const { id, name, diary, items, target } of [
      { id: 'D11', name: 'diary_render', diary: large, items: many, target: renderTarget },
      { id: 'D12', name: 'diary_verify', diary: medium, items: more, target: verifyTarget(more) },
      { id: 'D12', name: 'diary_verify', diary: large, items: many, target: verifyTarget(many) },
    ]) {
      const runs: Pair[] = []
      let work = ''
      for (let round = 0; round <= bench.runs; round++) {
        const baseline = await timed(() => small.call(name, { date: day }))
        const subject = await timed(async () => {
          const { checked, files } = await diary.call(name, { date: day })
          work =
            checked === undefined ? `${counted(Object(files).length)} files written` : `${checked} spans and copies`
        })
        // The first round warms both sides.
        if (round > 0) runs.push({ subject, baseline })
      }
      figures.push(ratioFigure({ id, measure: `${name} of ${items} items vs ${few}`, target, work }, compare(runs)))
    }
    for (const diary of [small, medium, large]) {
      await diary.close()
      rmSync(diary.root, { recursive: true, force: true })
    }
    return figures
  },
}

/** A prepared day with one work item per session, evidence for every turn of it. */
async function writtenDay(bench: Bench, items: number): Promise<OpenDiary> {
  const sizes = Array.from({ length: items }, () => 20_000)
  const diary = await openDiary(
    inventHome(bench.scratch.folder('report'), sizes, started, 0),
    started + 90 * 86_400_000,
  )
  await diary.call('diary_prepare', { date: day })
  const numbers = new Map<string, number>()
  for (const session of sessionsIn(diary.root, day)) {
    for (const turn of session.turns) await diary.call('write_evidence', evidenceOf(session, turn))
    const number = (numbers.get(session.project_key) ?? 0) + 1
    numbers.set(session.project_key, number)
    await diary.call('write_work_item', itemOf(session, number))
  }
  return diary
}

function evidenceOf({ project_key, session_ref }: PreparedSession, turn: PreparedSession['turns'][number]) {
  const { turn_ref, turn_start_line, turn_end_line } = turn
  const asked = [{ lines: `${turn_start_line}-${turn_start_line}` }]
  const done = [{ lines: `${turn_start_line}-${turn_end_line}` }]
  // A session can end with a message that nobody answered; then there is nothing to cite but the message.
  const isAnswered = turn_end_line > turn_start_line
  const terminal_state = isAnswered
    ? { type: 'material_result', summary: 'The turn ended with the change in place.', citations: done }
    : { type: 'interrupted', summary: 'The session ended before an answer.', citations: asked }
  return {
    date: day,
    project_key,
    session_ref,
    evidence_chain: {
      turn_ref,
      trigger: {
        type: 'explicit_user_message',
        summary: 'A change was asked for.',
        quoted_messages: [],
        citations: asked,
      },
      agent_reactions: isAnswered ? [{ summary: 'Edited a file and ran its tests.', citations: done }] : [],
      outcomes: isAnswered ? [{ category: 'code_outcome', summary: 'The file was changed.', citations: done }] : [],
      observed_checks: isAnswered
        ? [{ type: 'command_output', summary: 'The command ended with code 0.', citations: done }]
        : [],
      terminal_state,
      materiality: 'material',
    },
  }
}

function itemOf({ project_key, session_ref, turns }: PreparedSession, number: number) {
  const covered_turns = turns.map(({ turn_ref }) => ({ session_ref, turn_ref }))
  return {
    date: day,
    project_key,
    work_item: {
      work_item_ref: `W${String(number).padStart(4, '0')}`,
      kind: 'material_work_item',
      title: `Change number ${number}`,
      covered_turns,
      trigger: { summary: 'A change was asked for.', evidence_refs: covered_turns.slice(0, 1) },
      agent_reaction: { summary: 'Edited files and ran their tests.', main_actions: ['Edited a file.'] },
      outcomes: [
        {
          category: 'code_outcome',
          summary: 'The file was changed.',
          evidence_refs: covered_turns,
          confidence: 'high',
        },
      ],
      terminal_states: [{ type: 'material_result', summary: 'The change is in place.', evidence_refs: covered_turns }],
      limits: [],
      reason: '',
      confidence: 'high',
    },
  }
}
