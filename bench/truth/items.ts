import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { chainOf } from '../../src/diary/extract/extract.ts'
import { turnFacts } from '../../src/diary/extract/facts.ts'
import { bundledPrices } from '../../src/diary/prices/price-table.ts'
import type { Chain, TurnFacts, WorkItem } from '../../src/diary/schema.ts'
import { synthesize } from '../../src/diary/synthesize/synthesize.ts'
import { refOf, turnKey } from '../../src/diary/workspace/refs.ts'
import { parseLines } from '../../src/transcripts/lines.ts'
import type { SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { type JudgeField, type Label, shareOf } from './field.ts'

interface LabelledTurn {
  transcript: string
  start: number
  end: number
  day: string
  chain: Chain
  facts: TurnFacts
}

/** Whether commits of several turns are in one item, and whether turns that a person found split are together now. */
export const judgeItems: JudgeField = async ({ reader, paths, labels }) => {
  const grouping = labels.filter(({ field }) => field === 'grouping')
  if (grouping.length === 0) return null
  const turns = paths.flatMap((path, index) => turnsIn(reader, path, refOf('S', index + 1)))
  const itemOf = itemsOf(turns)
  const commits = commitsOf(turns).filter(editing => editing.length > 1)
  const whole = commits.filter(editing => new Set(editing.map(itemOf)).size === 1)
  const split = grouping.filter(({ verdict }) => verdict === 'split')
  const missed = split.filter(label => {
    const own = citedTurns(label, turns)
    return !turns.some(turn => !own.includes(turn) && own.some(each => itemOf(each) === itemOf(turn)))
  })
  const count = new Set(turns.map(itemOf)).size
  return {
    basis: `${turns.length} turns in ${count} items, ${commits.length} commits of several turns, ${split.length} labels of split work.`,
    measures: [
      { name: 'commits of several turns inside one item', share: shareOf(whole.length, commits.length), target: 0.85 },
      { name: 'split work that is together', share: shareOf(split.length - missed.length, split.length), target: 0.75 },
    ],
    misses: missed.map(label => `split: ${JSON.stringify(label.cited)}`),
  }
}

function turnsIn(reader: SourceReader, path: string, session_ref: string): LabelledTurn[] {
  const bytes = readFileSync(path)
  const { turns, root } = scanChunks(reader, { relative: path, materialized: false }, [bytes]).summary
  const lines = parseLines(bytes)
  return turns.map((turn, index) => {
    const turn_ref = refOf('T', index + 1)
    const own = lines.slice(turn.startLine - 1, turn.endLine)
    const events = reader.events(turn, own)
    const chain = chainOf(turn, events, { turn_ref, root, first_in_file: index === 0, previous_interrupted: false })
    const facts = turnFacts({
      session_ref,
      turn_ref,
      source: reader.source,
      turn,
      events,
      usage: reader.usage(turn, own),
      root,
      prices: bundledPrices,
      spending: { rows: [], cost: { usd: null, subagents: 0, unpriced: 0, cutShort: 0 } },
      span_sha256: '',
    })
    const day = new Date(turn.at).toISOString().slice(0, 10)
    return { transcript: basename(path), start: turn.startLine, end: turn.endLine, day, chain, facts }
  })
}

/** The item of a turn, as one text. */
function itemsOf(turns: readonly LabelledTurn[]): (turn: LabelledTurn) => string {
  const found = new Map<string, string>()
  for (const day of new Set(turns.map(turn => turn.day))) {
    const own = turns.filter(turn => turn.day === day)
    const items: WorkItem[] = synthesize({
      uncovered: own.map(({ facts }) => facts),
      chains: new Map(own.map(({ chain, facts }) => [turnKey(facts), chain])),
      facts: new Map(own.map(({ facts }) => [turnKey(facts), facts])),
      items: [],
    })
    for (const { work_item_ref, covered_turns } of items) {
      for (const turn of covered_turns) found.set(turnKey(turn), `${day} ${work_item_ref}`)
    }
  }
  return ({ facts }) => found.get(turnKey(facts)) ?? ''
}

/** For each commit the turns of its session and day that edited files since the commit before. */
function commitsOf(turns: readonly LabelledTurn[]): LabelledTurn[][] {
  const open = new Map<string, LabelledTurn[]>()
  return turns.flatMap(turn => {
    const key = `${turn.day} ${turn.facts.session_ref}`
    const editing = open.get(key) ?? []
    if (turn.facts.files.length > 0) editing.push(turn)
    open.set(key, turn.facts.commits.length > 0 ? [] : editing)
    return turn.facts.commits.length > 0 ? [editing] : []
  })
}

function citedTurns({ cited }: Label, turns: readonly LabelledTurn[]): LabelledTurn[] {
  const rows: Array<{ transcript: string; lines: string }> = Array.isArray(cited) ? cited : []
  return turns.filter(turn =>
    rows.some(({ transcript, lines }) => transcript === turn.transcript && Number(lines.split('-')[0]) === turn.start),
  )
}
