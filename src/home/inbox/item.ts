import { z } from 'zod'

const inboxKinds = ['question', 'open', 'failed', 'issue', 'deletion', 'alert'] as const

/** One thing that waits for a person, with the one place where it can be dealt with. */
export const InboxItem = z.object({
  id: z.string().describe('The same as long as it is the same thing'),
  kind: z.enum(inboxKinds),
  text: z.string(),
  where: z.string().describe('The project or agent it is about'),
  at: z.string().describe('A day or an instant'),
  action: z.string().describe('What the link says'),
  path: z.string().describe('Address of the page that deals with it'),
})
export type InboxItem = z.output<typeof InboxItem>
