import type { z } from 'zod'
import { projectAbout } from '../../../context/operations/project-about.ts'
import { projectGet } from '../../../context/operations/project-get.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'

interface Shown {
  project: z.output<typeof projectGet.output>
  about: z.output<typeof projectAbout.output>
}

export const show: Verb<[id: string], object, Shown> = {
  usage: 'show <project>',
  summary: 'one project with all that is stored of it',
  toolset: 'context',
  ask: async (cli, _, id) => ({
    project: await cli.call(projectGet, { id }),
    about: await cli.call(projectAbout, { id }),
  }),
  json: ({ project }) => project,
  show({ project, about }, page) {
    const { customData, createdAt, updatedAt, ...fields } = project
    page.line(page.colors.bold(visible(project.name)))
    const facts = Object.entries(fields)
      .filter(([key, value]) => key !== 'name' && value !== '')
      .map(([key, value]) => [key, String(value)])
    const { description, digest, maxTokens, links, lastBuild } = about
    page.data(
      rows(
        [
          ...facts,
          ...(description ? [['description', description]] : []),
          ['digest', digest],
          ...(maxTokens === null ? [] : [['maxTokens', String(maxTokens)]]),
          ...(links.length > 0 ? [['diary', links.join(', ')]] : []),
          ['created', when(createdAt)],
          ['updated', when(updatedAt)],
          [
            'last build',
            lastBuild ? `${when(lastBuild.timestamp)}, about ${lastBuild.estimatedTokens} tokens` : 'none yet',
          ],
        ],
        page,
        '  ',
      ),
    )
    for (const [key, value] of Object.entries(customData)) text(key, value, page)
  },
}

function text(key: string, value: unknown, page: Terminal): void {
  const whole = typeof value === 'string' ? value : JSON.stringify(value)
  if (whole.trim() === '') return
  page.line()
  page.line(page.colors.bold(key))
  page.line(whole.split('\n').map(visible).join('\n'))
}
