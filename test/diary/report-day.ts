import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeItems } from '../../src/diary/generate/write-items.ts'
import type { TurnFacts } from '../../src/diary/schema.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { ref } from './build-workspace.ts'
import { inventedDay } from './invented-day.ts'
import { type TurnParts, turnWith } from './synthesis-parts.ts'
import { buildDiary, openCopiedDiary, type TestDiary } from './test-diary.ts'

interface DayTurn extends Omit<TurnParts, 'turn' | 'session' | 'outcomes'> {
  /** When the agent was done. */
  until?: string
  outcomes?: Array<[category: NonNullable<TurnParts['outcomes']>[number][0], summary: string]>
  /** No chain is written for it. */
  isGap?: true
}

export interface DayProject {
  key: string
  label: string
  sessions: Array<{ source?: string; turns: DayTurn[] }>
}

const linesPerTurn = 4

interface Day {
  date?: string
  timezone?: string
}

/** A prepared day with evidence for its turns, made of invented work. */
export function openReportDay(projects: DayProject[], day: Day = {}): Promise<TestDiary> {
  return openCopiedDiary(JSON.stringify(['evidence', projects, day]), home => writeReportDay(home, projects, day))
}

/** The same covered by the built-in synthesizer and rendered. */
export function openRenderedDay(projects: DayProject[] = inventedDay): Promise<TestDiary> {
  return openCopiedDiary(JSON.stringify(['rendered', projects]), async home => {
    const testDiary = await writeReportDay(home, projects)
    await synthesizeDay(testDiary, projects)
    const answer = await testDiary.call('diary_render', {})
    if (answer.status !== 'ok') throw new Error(JSON.stringify(answer))
    return testDiary
  })
}

async function writeReportDay(home: string, projects: DayProject[], day: Day = {}): Promise<TestDiary> {
  const testDiary = await buildDiary(home, {
    ...day,
    projects: projects.map(({ key, label, sessions }) => ({
      key,
      label,
      sessions: sessions.map(({ source = 'claude-code', turns }, index) => ({
        source,
        id: `session-${index + 1}`,
        lines: turns.flatMap((turn, at) => turnLines(turn, at)),
        turns: turns.map((_, at) => [at * linesPerTurn + 1, (at + 1) * linesPerTurn] satisfies [number, number]),
      })),
    })),
  })
  for (const project of projects) await writeProject(testDiary, project)
  return testDiary
}

/** Covers every turn by the built-in synthesizer. */
export async function synthesizeDay(testDiary: TestDiary, projects: DayProject[]): Promise<void> {
  const workspace = await openWorkspace(testDiary.app.diary)
  for (const { key } of projects) await writeItems(testDiary.app, { workspace, project_key: key, by: 'builtin' })
}

function turnLines({ text = 'Do it.' }: DayTurn, at: number): string[] {
  return [
    JSON.stringify({ type: 'user', uuid: `u${at}`, message: { role: 'user', content: text } }),
    ...Array.from({ length: linesPerTurn - 1 }, (_, line) =>
      JSON.stringify({
        type: 'assistant',
        uuid: `a${at}-${line}`,
        message: { role: 'assistant', content: [{ type: 'text', text: `Step ${line + 1}.` }] },
      }),
    ),
  ]
}

async function writeProject(testDiary: TestDiary, { key, sessions }: DayProject): Promise<void> {
  const path = join(testDiary.root, 'projects', key, 'turn-facts.jsonl')
  const facts = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as TurnFacts)
  const written = facts.map(known => {
    const [session, turn] = [Number(known.session_ref.slice(1)) - 1, Number(known.turn_ref.slice(1)) - 1]
    const given = sessions[session]?.turns[turn]
    return {
      ...known,
      ...given?.facts,
      ...(given?.at && { trigger_at: given.at, last_at: given.until ?? given.at }),
    }
  })
  writeFileSync(path, written.map(each => `${JSON.stringify(each)}\n`).join(''))
  for (const [session, { turns }] of sessions.entries()) {
    for (const [at, turn] of turns.entries()) {
      if (turn.isGap) continue
      const first = at * linesPerTurn + 1
      const answer = `${first + 1}-${first + 3}`
      const { chain } = turnWith({
        ...turn,
        turn: ref('T', at),
        outcomes: (turn.outcomes ?? []).map(([category, summary]) => [category, summary, answer]),
      })
      const own = [{ lines: `${first}-${first}` }]
      const evidence_chain = {
        ...chain,
        trigger: {
          ...chain.trigger,
          quoted_messages: chain.trigger.quoted_messages.map(({ text }) => ({ text, citations: own })),
          citations: own,
        },
        // Outcomes cite reactions, so there is one.
        agent_reactions: [
          ...chain.agent_reactions,
          ...(chain.agent_reactions.length === 0 ? [{ summary: 'Replied.' }] : []),
        ].map(({ summary }) => ({ summary, citations: [{ lines: answer }] })),
        terminal_state: { ...chain.terminal_state, citations: [{ lines: `${first + 3}-${first + 3}` }] },
      }
      const answered = await testDiary.call('write_evidence', {
        project_key: key,
        session_ref: ref('S', session),
        evidence_chain,
      })
      if (answered.status !== 'appended') throw new Error(JSON.stringify(answered))
    }
  }
}
