import type { Command } from 'commander'
import { addVerb } from '../verb.ts'
import { create } from './create.ts'
import { deleteVerb } from './delete.ts'
import { edit } from './edit.ts'
import { exportVerb } from './export.ts'
import { importVerb } from './import.ts'
import { link, unlink } from './link.ts'
import { list } from './list.ts'
import { purge } from './purge.ts'
import { restore } from './restore.ts'
import { set } from './set.ts'
import { show } from './show.ts'
import { trash } from './trash.ts'

/** The verbs of `daybook projects`, in reading order. */
export function addProjectsVerbs(projects: Command): void {
  addVerb(projects, list)
  addVerb(projects, show)
  addVerb(projects, create)
  addVerb(projects, set)
  addVerb(projects, edit)
  addVerb(projects, link)
  addVerb(projects, unlink)
  addVerb(projects, deleteVerb)
  addVerb(projects, trash)
  addVerb(projects, restore)
  addVerb(projects, purge)
  addVerb(projects, importVerb)
  addVerb(projects, exportVerb)
}
