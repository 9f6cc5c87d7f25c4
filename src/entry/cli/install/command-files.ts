import { createHash } from 'node:crypto'

export const commandNames = ['newcontext', 'summarize'] as const
type CommandName = (typeof commandNames)[number]

/** What a client runs when a person types the command; it ends with a mark by which we know our own work again. */
export function commandText(name: CommandName, project: string | undefined): string {
  const body = bodies[name](
    project === undefined
      ? 'the id of this project as projectId\n(get_project_overview names it)'
      : `projectId\n"${project}"`,
  )
  return `${body}\n<!-- daybook ${hashOf(body)} -->\n`
}

/** Whether a file is as we wrote it, in this version or an earlier one. */
export function isUnchanged(text: string): boolean {
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
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
