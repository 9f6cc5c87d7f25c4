import { formatCount } from '../../kernel/numbers.ts'
import type { ToolFamily } from '../../transcripts/event.ts'
import { fileEdits } from '../../transcripts/file-edits.ts'
import { listAt, wordsAt } from '../../transcripts/record.ts'
import { pathOf } from '../../transcripts/tool-input.ts'
import type { Chain } from '../schema.ts'
import type { Activity } from './activity.ts'
import { placeOf } from './project-path.ts'
import { scriptOf } from './shell/commands.ts'
import { cite, clean, list, quotedCommand, sentence, summary } from './text.ts'
import { linesOf, type ToolRun } from './tool-runs.ts'
import type { Reply } from './turn-parts.ts'

/** What the agent did: one entry per family of tools, and its reply, in order. */
export function reactionsOf({ runs, texts }: Activity, root: string | null): Chain['agent_reactions'] {
  const used = [...new Set(runs.map(({ family }) => family))].map(family => {
    const own = runs.filter(run => run.family === family)
    return { at: own[0]?.at ?? 0, summary: familySummary(family, own, root), citations: cite(linesOf(own)) }
  })
  return [...used, ...reply(texts, root)]
    .sort((one, other) => one.at - other.at)
    .map(({ summary, citations }) => ({ summary, citations }))
}

function familySummary(family: ToolFamily, runs: readonly ToolRun[], root: string | null): string {
  const errors = runs.filter(({ result }) => result?.error).length
  const failed = errors > 0 ? ` ${formatCount(errors, 'call')} reported an error.` : ''
  return summary(`${sentenceOf[family](runs, root)}${failed}`, withoutDetails[family], root)
}

type Describe = (runs: readonly ToolRun[], root: string | null) => string

const sentenceOf: { [family in ToolFamily]: Describe } = {
  read: (runs, root) => ofFiles('Read', runs.flatMap(readPaths), runs, root),
  search: runs => `Searched the project ${times(runs)}.`,
  web: runs => `Consulted the web ${times(runs)}.`,
  plan: planning,
  edit: (runs, root) => ofFiles('Edited', runs.flatMap(editedPaths), runs, root),
  shell: commands,
  delegate: delegation,
  ask: runs => `Asked the user ${formatCount(questions(runs), 'question')}.`,
  skill: skills,
  mcp: runs => `Called MCP tools ${times(runs)}: ${list(runs.map(({ name }) => serverTool(name)))}.`,
  other: runs => `Used other tools ${times(runs)}: ${list(runs.map(({ name }) => name))}.`,
}

const withoutDetails: { [family in ToolFamily]: string } = {
  read: 'Read files.',
  search: 'Searched the project.',
  web: 'Consulted the web.',
  plan: 'Updated its plan.',
  edit: 'Edited files.',
  shell: 'Ran commands.',
  delegate: 'Worked with sub-agents.',
  ask: 'Asked the user.',
  skill: 'Used skills.',
  mcp: 'Called MCP tools.',
  other: 'Used other tools.',
}

/** A plan that is shown to the person is not a change of the agent's own list. */
function planning(runs: readonly ToolRun[]): string {
  const shown = runs.filter(({ name }) => name === 'ExitPlanMode' || name === 'exit_plan_mode')
  const own = runs.filter(run => !shown.includes(run))
  const parts = [
    ...(shown.length > 0 ? [`Proposed a plan ${times(shown)}`] : []),
    ...(own.length > 0 ? [`${shown.length > 0 ? 'updated' : 'Updated'} its plan ${times(own)}`] : []),
  ]
  return `${parts.join(' and ')}.`
}

function times(runs: readonly ToolRun[]): string {
  return formatCount(runs.length, 'time')
}

function ofFiles(verb: string, paths: readonly string[], runs: readonly ToolRun[], root: string | null): string {
  if (paths.length === 0) return `${verb} files ${times(runs)}.`
  const places = new Map(paths.map(path => placeOf(path, root)).map(({ key, shown }) => [key, shown]))
  return `${verb} ${formatCount(places.size, 'file')}: ${list(places.values())}.`
}

function readPaths({ input }: ToolRun): string[] {
  const path = pathOf(input)
  return path === null ? listAt(input, 'paths').filter(each => typeof each === 'string') : [path]
}

function editedPaths(run: ToolRun): string[] {
  return fileEdits(run, run.result).map(({ path }) => path)
}

function commands(runs: readonly ToolRun[], root: string | null): string {
  const scripts = runs.flatMap(({ input }) => scriptOf(input) ?? [])
  if (scripts.length === 0) return `Used the shell ${times(runs)}.`
  const shown = [...new Set(scripts)].map(script => quotedCommand(script, root))
  return `Ran ${formatCount(scripts.length, 'command')}: ${list(shown, 4)}.`
}

const delegating = new Set(['Task', 'Agent', 'spawn_agent', 'task'])

/** Waiting for a sub-agent does not count as a task. */
function delegation(runs: readonly ToolRun[]): string {
  const tasks = runs.filter(({ name }) => delegating.has(name)).length
  return tasks > 0 ? `Delegated ${formatCount(tasks, 'task')} to sub-agents.` : `Worked with sub-agents ${times(runs)}.`
}

function questions(runs: readonly ToolRun[]): number {
  return runs.reduce((count, { input }) => count + Math.max(1, listAt(input, 'questions').length), 0)
}

function skills(runs: readonly ToolRun[]): string {
  const names = runs.flatMap(
    ({ input }) => wordsAt(input, 'skill') ?? wordsAt(input, 'command') ?? wordsAt(input, 'name') ?? [],
  )
  if (names.length === 0) return `Used skills ${times(runs)}.`
  return `Used ${formatCount(new Set(names).size, 'skill')}: ${list(names)}.`
}

/** `mcp__server__tool` as `server/tool`. */
function serverTool(name: string): string {
  const [, server = '', tool = ''] = /^mcp__(.*?)__(.*)$/s.exec(name) ?? []
  return server && tool ? `${server}/${tool}` : name.slice('mcp__'.length)
}

function reply(texts: readonly Reply[], root: string | null) {
  const last = texts.at(-1)
  if (!last) return []
  const words = `“${sentence(clean(last.text, root))}”`
  const [beginning, fallback] =
    texts.length === 1
      ? ['Replied:', 'Replied.']
      : [`Replied in ${texts.length} messages; the last begins:`, 'Replied in several messages.']
  return [
    {
      at: last.at,
      summary: summary(`${beginning} ${words}`, fallback, root),
      citations: cite(texts.map(({ line }) => line)),
    },
  ]
}
