import type { z } from 'zod'
import { projectCreate } from '../../../context/operations/project-create.ts'
import type { Verb } from '../verb.ts'
import { absolute } from './absolute.ts'

interface Options {
  id?: string
  path?: string
  description?: string
}

export const create: Verb<[name: string], Options, z.output<typeof projectCreate.output>> = {
  usage: 'create <name>',
  summary: 'open a project',
  toolset: 'context',
  options: [
    ['--id <id>', 'its id; made from the name when absent'],
    ['--path <folder>', 'where its code lives'],
    ['--description <text>', 'what it is, in a sentence or two'],
  ],
  ask: (cli, { id, path, description }, name) =>
    cli.call(projectCreate, { name, id, description, ...(path !== undefined && { projectPath: absolute(path) }) }),
  show({ id, name }, page) {
    page.line(id)
    page.note(`Project ${id} (${name}) is open. Start a chat on it with: daybook context build --project ${id}`)
  },
}
