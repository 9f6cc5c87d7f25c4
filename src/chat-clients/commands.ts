import { sha256 } from '../files/sha256.ts'

/** The commands Daybook adds to a client. */
export const commandNames = ['newcontext', 'summarize', 'why', 'search'] as const
export type CommandName = (typeof commandNames)[number]

/** What is filled in: the project its chats are about, and how a shell starts Daybook. */
interface CommandWords {
  project?: string | undefined
  program: string
}

/** What a client runs when a person types the command; it ends with a mark by which we know our own work again. */
export function commandText(name: CommandName, words: CommandWords, isSkill: boolean): string {
  const text = isSkill
    ? skillText(name, words)
    : `---\ndescription: ${commands[name].description}\n---\n${bodyOf(name, words)}`
  return `${text}\n<!-- daybook ${hashOf(text)} -->\n`
}

/** The same as a skill, which a model may use by itself where that is harmless. */
export function skillText(name: CommandName, words: CommandWords): string {
  const { description, isStartedByPerson } = commands[name]
  const head = ['---', `name: ${name}`, `description: ${description}`]
  if (isStartedByPerson) head.push('disable-model-invocation: true')
  return `${head.join('\n')}\n---\n${bodyOf(name, words)}`
}

function bodyOf(name: CommandName, { project, program }: CommandWords): string {
  return commands[name].body(projectNamed(project), program)
}

/** Whether a file is as we wrote it, in this version or an earlier one. */
export function isUnchanged(text: string): boolean {
  const [, body, hash] = /^([\s\S]*)\n<!-- daybook ([0-9a-f]{16}) -->\n?$/.exec(text) ?? []
  return body !== undefined && hashOf(body) === hash
}

interface Command {
  description: string
  /** Only a person starts it, never a model by itself. */
  isStartedByPerson: boolean
  body(project: string, program: string): string
}

/** Some clients put in what was written after the command, some add it, some leave the place as it is. */
const given = `---
$ARGUMENTS
---

If a placeholder with a dollar sign is between the lines, use what the user wrote after the name of this command instead.`

const commands: { readonly [name in CommandName]: Command } = {
  newcontext: {
    description: 'Start this chat where the last one on the project ended',
    isStartedByPerson: true,
    body: project => `Call the Daybook tool context_build with ${project}.
If there is text between the two lines below, pass it as additionalInstructions, exactly as it stands.

${given}

Then follow the block that comes back.
`,
  },
  summarize: {
    description: 'Write a summary of this chat and store it for the next one',
    isStartedByPerson: true,
    body: project => `Write a summary of this chat that a stranger could continue from: what was done and how it was checked, what was decided
and why, what is open, the next step, and pitfalls. If there is text between the two lines below, the summary must say
that as well.

${given}

Then call the Daybook tool context_summarize once with ${project} and the summary.
`,
  },
  why: {
    description: 'Find out which chats wrote a commit, line, file or folder, and the words that asked for it',
    isStartedByPerson: false,
    body: (
      _,
      program,
    ) => `Find out why the commit, line (as src/a.ts:12), file or folder between the two lines below is as it is.

${given}

Call the Daybook tool diary_why with it as "of"; where there is no such tool, run \`${program} why\` with it in the folder of the
repository. Without text, take HEAD. Quote the words that asked for the change and name the session and the lines that the
answer cites. Say so where it finds nothing; do not guess.
`,
  },
  search: {
    description: 'Search past chats for what was said and done',
    isStartedByPerson: false,
    body: () => `Call the Daybook tool search_history with the text between the two lines below as its query, exactly as it stands.

${given}

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
