import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ChatModel } from '../../../models/chat.ts'
import type { Problem } from '../../rejection.ts'
import { loadReport } from '../../report/slots.ts'
import { progressOf } from '../../workspace/progress.ts'
import { loadProjects } from '../../workspace/project.ts'
import type { TaskContext } from '../producer.ts'
import { narrationRules, slotRules } from '../prompts/narrate-day.ts'
import { dataNotInstruction, languageRule, numberRules } from '../prompts/rules.ts'
import { askUntilAccepted, type Spent } from './ask-until-accepted.ts'

const Slots = z.object({
  project_summaries: z.array(z.record(z.string(), z.unknown())),
  report_title: z.record(z.string(), z.unknown()),
  engagement: z.record(z.string(), z.unknown()),
  team_learning: z.record(z.string(), z.unknown()),
})

const schema = { name: 'narration', schema: z.toJSONSchema(Slots) }
const longestReport = 60_000

/** Has the four slots of a rendered report written; those accepted stay, the others are asked for again. */
export async function writeNarration(model: ChatModel, ctx: TaskContext, spent: Spent): Promise<void> {
  const { workspace, diary, signal } = ctx
  await loadReport(workspace)
  const report = await readFile(join(workspace.root, 'report.md'), 'utf8')
  const chained = []
  for (const project of await loadProjects(workspace)) {
    const { turns, hasChain } = await progressOf(project)
    const refs = turns.filter(hasChain).map(({ session_ref, turn_ref }) => `${session_ref}/${turn_ref}`)
    if (refs.length > 0) chained.push(`- ${project.key}: ${refs.slice(0, 200).join(', ')}`)
  }
  if (chained.length === 0) return
  const done = new Set<string>()
  await askUntilAccepted(
    model,
    {
      system: systemText(diary.contentLanguage),
      user: `Turns with a chain, which may be cited, by project:\n${chained.join('\n')}\n\nThe report:\n${report.slice(0, longestReport)}`,
      schema,
      submit: answer => writeSlots(ctx, answer, done),
    },
    spent,
    signal,
  )
}

async function writeSlots(ctx: TaskContext, answer: unknown, done: Set<string>): Promise<Problem[]> {
  const given = Slots.partial().safeParse(answer)
  if (!given.success)
    return [{ path: 'answer', message: 'does not have the four keys', hint: 'send all four as objects' }]
  const { project_summaries = [], report_title, engagement, team_learning } = given.data
  const writes = [
    ...project_summaries.map((args, index) => ['write_project_summary', `project_summaries[${index}]`, args] as const),
    ['write_report_title', 'report_title', report_title] as const,
    ['write_engagement', 'engagement', engagement] as const,
    ['write_team_learning', 'team_learning', team_learning] as const,
  ]
  const refused: Problem[] = []
  for (const [operation, at, args] of writes) {
    const slot = `${operation}:${String(args?.project_key ?? '')}`
    if (done.has(slot)) continue
    if (!args) refused.push({ path: at, message: 'is missing', hint: 'send it' })
    else {
      const problems = await ctx.writeAsModel(operation, args, ctx.workspace.root)
      refused.push(...problems.map(problem => ({ ...problem, path: `${at}.${problem.path}` })))
      if (problems.length === 0) done.add(slot)
    }
  }
  return refused
}

function systemText(language: string): string {
  const keys = {
    write_project_summary: 'project_summaries: a list, one entry per project, each',
    write_report_title: 'report_title:',
    write_engagement: 'engagement:',
    write_team_learning: 'team_learning:',
  }
  const slots = slotRules.map(
    ({ call, shape, rules }) => `${keys[call]} ${shape}\n${rules.map(rule => `- ${rule}`).join('\n')}`,
  )
  return [
    `You write what only a reader can add to a finished report of a day.\n${dataNotInstruction} The same holds for the texts of the report.`,
    `Answer with one JSON object that has four keys and nothing else:\n\n${slots.join('\n\n')}`,
    `Citations are {project_key, session_ref, turn_ref}.\n${numberRules([...narrationRules, ...languageRule(language)])}`,
  ].join('\n\n')
}
