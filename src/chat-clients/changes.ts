import { chmod, copyFile, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifExists } from '../files/if-exists.ts'
import { replaceFile } from '../files/replace.ts'
import { sha256 } from '../files/sha256.ts'
import { Fault } from '../kernel/fault.ts'
import type { ChatClient } from './clients.ts'
import type { ServerEntry } from './server-entry.ts'

/** Our entry in a settings file of the client. */
export async function serverChange({ settings }: ChatClient, path: string, entry: ServerEntry): Promise<Change> {
  const before = await textAt(path)
  const after = settings.with(before ?? '', entry)
  if (after !== undefined) return { path, before, after }
  throw new Fault('INVALID_INPUT', 'The settings of the client cannot be read.', {
    hint: 'Correct the file; the client cannot read it either.',
    details: { file: path },
  })
}

export async function serverRemoval({ settings }: ChatClient, path: string): Promise<Change> {
  const before = await textAt(path)
  return { path, before, after: before === null ? null : settings.without(before) }
}

/** Where the command files of a client go. */
export interface CommandPlace {
  folder: string
  ending: string
}

/** The command files; one that was changed by hand is left alone unless forced. */
export function commandChanges(place: CommandPlace, project: string | undefined, force: boolean): Promise<Change[]> {
  return changeCommands(place, ({ name, path, before }) => {
    const after = commandText(name, project)
    if (before === null || before === after || isUnchanged(before) || force) return { path, before, after }
    return { path, before, after: before, kept: 'it is not ours or was changed; --force replaces it' }
  })
}

export function commandRemovals(place: CommandPlace): Promise<Change[]> {
  return changeCommands(place, ({ path, before }) => {
    if (before === null || isUnchanged(before)) return { path, before, after: null }
    return { path, before, after: before, kept: 'it is not ours or was changed' }
  })
}

function changeCommands(
  { folder, ending }: CommandPlace,
  change: (file: { name: CommandName; path: string; before: string | null }) => Change,
): Promise<Change[]> {
  return Promise.all(
    commandNames.map(async name => {
      const path = join(folder, `${name}${ending}`)
      return change({ name, path, before: await textAt(path) })
    }),
  )
}

/** One file as it is and as it will be; null where there is none. */
export interface Change {
  path: string
  before: string | null
  after: string | null
  /** Why nothing is done although something could be. */
  kept?: string
}

type Action = 'create' | 'change' | 'remove' | 'keep'

export function actionOf({ before, after }: Change): Action {
  if (before === after) return 'keep'
  if (before === null) return 'create'
  return after === null ? 'remove' : 'change'
}

async function textAt(path: string): Promise<string | null> {
  return (await ifExists(readFile(path, 'utf8'))) ?? null
}

/** Applies the changes and answers the copies made: a settings file that is not ours alone is copied beside itself first. */
export async function applyChanges(changes: readonly Change[]): Promise<string[]> {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  for (const change of changes) await requireUnchanged(change)
  const backups: string[] = []
  for (const change of changes) {
    const action = actionOf(change)
    if (action === 'change') {
      const backup = `${change.path}.${stamp}.backup`
      await copyFile(change.path, backup)
      backups.push(backup)
    }
    if (action === 'remove') await rm(change.path)
    else if (action !== 'keep' && change.after !== null) await put(change.path, change.after, action)
  }
  return backups
}

/** Clients write their settings themselves, also while a person reads what would change. */
async function requireUnchanged({ path, before }: Change): Promise<void> {
  if ((await textAt(path)) === before) return
  throw new Fault('INVALID_INPUT', 'A file changed meanwhile; nothing was written.', {
    hint: 'Run the command again.',
    details: { file: path },
  })
}

/** A file that was there stays where a link leads and keeps its permissions. */
async function put(path: string, text: string, action: 'create' | 'change'): Promise<void> {
  if (action === 'create') {
    await mkdir(dirname(path), { recursive: true })
    return replaceFile(path, text)
  }
  const real = await realpath(path)
  const { mode } = await stat(real)
  await replaceFile(real, text)
  await chmod(real, mode)
}

/** The commands Daybook adds to a client. */
const commandNames = ['newcontext', 'summarize'] as const
type CommandName = (typeof commandNames)[number]

/** What a client runs when a person types the command; it ends with a mark by which we know our own work again. */
function commandText(name: CommandName, project: string | undefined): string {
  const body = bodies[name](
    project === undefined
      ? 'the id of this project as projectId\n(get_project_overview names it)'
      : `projectId\n"${project}"`,
  )
  return `${body}\n<!-- daybook ${hashOf(body)} -->\n`
}

/** Whether a file is as we wrote it, in this version or an earlier one. */
function isUnchanged(text: string): boolean {
  const [, body, hash] = /^([\s\S]*)\n<!-- daybook ([0-9a-f]{16}) -->\n?$/.exec(text) ?? []
  return body !== undefined && hashOf(body) === hash
}

const bodies: Record<CommandName, (project: string) => string> = {
  newcontext: project => `---
description: Start this chat where the last one on the project ended
---
Call the Daybook tool context_build with ${project}.
If there is text between the two lines below, pass it as additionalInstructions, exactly as it stands.

---
$ARGUMENTS
---

Then follow the block that comes back.
`,
  summarize: project => `---
description: Write a summary of this chat and store it for the next one
---
Write a summary of this chat that a stranger could continue from: what was done and how it was checked, what was decided
and why, what is open, the next step, and pitfalls. If there is text between the two lines below, the summary must say
that as well.

---
$ARGUMENTS
---

Then call the Daybook tool context_summarize once with ${project} and the summary.
`,
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 16)
}
