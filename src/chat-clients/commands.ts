import { sha256 } from '../files/sha256.ts'

/** The commands Daybook adds to a client. */
export const commandNames = ['newcontext', 'summarize', 'why', 'search'] as const
export type CommandName = (typeof commandNames)[number]

/** What a client runs when a person types the command; it ends with a mark by which we know our own work again. */
export function commandText(name: CommandName, project: string | undefined): string {
  const { description, body } = commands[name]
  const text = `---\ndescription: ${description}\n---\n${body(projectNamed(project))}`
  return `${text}\n<!-- daybook ${hashOf(text)} -->\n`
}

/** The same as a skill of a plugin, which a model may use by itself where that is harmless. */
export function skillText(name: CommandName): string {
  const { description, body, isPersons } = commands[name]
  const head = ['---', `name: ${name}`, `description: ${description}`]
  if (isPersons) head.push('disable-model-invocation: true')
  return `${head.join('\n')}\n---\n${body(projectNamed(undefined))}`
}

/** Whether a file is as we wrote it, in this version or an earlier one. */
export function isUnchanged(text: string): boolean {
  const [, body, hash] = /^([\s\S]*)\n<!-- daybook ([0-9a-f]{16}) -->\n?$/.exec(text) ?? []
  return body !== undefined && hashOf(body) === hash
}

interface Command {
  description: string
  /** Only a person starts it. */
  isPersons: boolean
  body(project: string): string
}

const commands: { readonly [name in CommandName]: Command } = {
  newcontext: {
    description: 'Start this chat where the last one on the project ended',
    isPersons: true,
    body: project => `Call the Daybook tool context_build with ${project}.
If there is text between the two lines below, pass it as additionalInstructions, exactly as it stands.

---
$ARGUMENTS
---

Then follow the block that comes back.
`,
  },
  summarize: {
    description: 'Write a summary of this chat and store it for the next one',
    isPersons: true,
    body: project => `Write a summary of this chat that a stranger could continue from: what was done and how it was checked, what was decided
and why, what is open, the next step, and pitfalls. If there is text between the two lines below, the summary must say
that as well.

---
$ARGUMENTS
---

Then call the Daybook tool context_summarize once with ${project} and the summary.
`,
  },
  why: {
    description: 'Find out which chats wrote a commit, line, file or folder, and the words that asked for it',
    isPersons: false,
    body: () => `Find out why the commit, line (as src/a.ts:12), file or folder between the two lines below is as it is.

---
$ARGUMENTS
---

Call the Daybook tool diary_why with it as "of"; where there is no such tool, run "daybook why" with it in the folder of the
repository. Without text, take HEAD. Quote the words that asked for the change and name the session and the lines that the
answer cites. Say so where it finds nothing; do not guess.
`,
  },
  search: {
    description: 'Search past chats for what was said and done',
    isPersons: false,
    body: () => `Call the Daybook tool search_history with the text between the two lines below as its query, exactly as it stands.

---
$ARGUMENTS
---

Show what was found, newest first: the day, the session and the lines that are cited. Say so where nothing is found.
`,
  },
}

function projectNamed(project: string | undefined): string {
  return project === undefined
    ? 'the id of this project as projectId\n(get_project_overview names it)'
    : `projectId\n"${project}"`
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 16)
}
