import type { z } from 'zod'
import { projectLink } from '../../../context/operations/project-link.ts'
import { projectUnlink } from '../../../context/operations/project-unlink.ts'
import type { Terminal } from '../terminal.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'

type Linked = z.output<typeof projectLink.output>

export const link: Verb<[id: string, key: string], object, Linked> = {
  usage: 'link <project> <diary-project-key>',
  summary: 'let the work of a diary project show in its blocks',
  toolset: 'context',
  more: 'A diary project in the folder of the project needs no link. daybook diary status names the keys.',
  ask: (cli, _, id, diary_project_key) => cli.call(projectLink, { id, diary_project_key }),
  show: shown,
}

export const unlink: Verb<[id: string, key: string], object, Linked> = {
  usage: 'unlink <project> <diary-project-key>',
  summary: 'no longer let it show',
  toolset: 'context',
  ask: (cli, _, id, diary_project_key) => cli.call(projectUnlink, { id, diary_project_key }),
  show: shown,
}

function shown({ links }: Linked, page: Terminal): void {
  for (const key of links) page.line(visible(key))
  if (links.length === 0) page.note('No diary project is linked.')
}
