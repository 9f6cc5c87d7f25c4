import { z } from 'zod'
import { promptsOf } from '../kernel/prompt.ts'
import { reference } from '../kernel/text.ts'
import { buildAndRecord } from './build.ts'
import { type ContextContext, findByProject } from './context.ts'
import { fill } from './library/placeholders.ts'
import { StateText } from './schema.ts'
import { loadCustomData } from './store/project-data.ts'

const prompt = promptsOf<ContextContext>('context')

const projectId = reference().optional().describe('Project id or unique name; the default one when absent')

const newContext = prompt({
  name: 'newcontext',
  summary: 'Start this chat where the last one on the project ended.',
  arguments: z.strictObject({
    additionalInstructions: StateText.optional().describe('Appended word for word'),
    projectId,
  }),
  async render(args, ctx) {
    const found = await findByProject(args.projectId, ctx)
    const { additionalInstructions } = args
    const { text } = await buildAndRecord(
      { projectId: found.project.id, ...(additionalInstructions !== undefined && { additionalInstructions }) },
      { ...ctx, ...found },
    )
    return text
  },
})

const summarize = prompt({
  name: 'summarize',
  summary: 'Write a summary of this chat and store it for the next one.',
  arguments: z.strictObject({ additionalState: StateText.optional().describe('What it must also say'), projectId }),
  async render({ additionalState, projectId: ref }, ctx) {
    const { project } = await findByProject(ref, ctx)
    const { recentEvents = '' } = await ctx.db.read(tx => loadCustomData(tx, project.id))
    const { prompts } = await ctx.library.of(project.project_path)
    const guide = prompts.find(({ key }) => key === 'session-summary')
    const named = new Map([
      ['project', project.name],
      ['projectName', project.name],
      ['projectId', project.id],
    ])
    return [
      ...(guide ? [fill(guide.template, named)] : []),
      `Project: ${project.name}\nProject id: ${project.id}`,
      ...(recentEvents.trim() ? [`The summary stored now:\n\n${withFence(recentEvents)}`] : []),
      ...(additionalState ? [`## Also to be said\n\n${additionalState}`] : []),
      `Write the new summary, then call context_summarize once with projectId "${project.id}" and the summary.`,
    ].join('\n\n')
  },
})

export const contextPrompts = [newContext, summarize]

/** Longer than any run of backticks inside, so that nothing stored can close it. */
function withFence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
