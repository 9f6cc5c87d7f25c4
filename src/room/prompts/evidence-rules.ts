import { type Role, roleNamed } from '../agents/roles.ts'
import type { FileClass } from '../workspace/vfs.ts'

const classWords: { readonly [name in FileClass]: string } = {
  outline: 'the outline',
  scene: 'scenes',
  compendium: 'compendium cards',
  canon: 'Canon.md',
  other: 'other files',
}

/** What an answer must carry to be accepted. */
export function evidenceRules(roleGiven: string, narrowed: readonly FileClass[] | undefined): string {
  const role = roleNamed(roleGiven)
  return [
    'Your answer must contain exactly one line that starts with "Evidence:". It takes one of four forms:',
    'Evidence: [content] Story/Scenes/SCN-04-the-causeway.md line 7: "the exact words of that line" receipt_id: rcpt_0a1b2c3d4e5f',
    'Evidence: [structural] Story/SCN-outline.md entry 3 receipt_id: rcpt_0a1b2c3d4e5f',
    'Evidence: [absence] I checked scenes 1–6 and found no mention of "lighthouse" receipt_id: rcpt_0a1b2c3d4e5f',
    'Evidence: [access] ACCESS_REQUEST: Compendium/Characters/CHAR-tobin-ash.md',
    `Cite ${sourceWords(role, narrowed)}.`,
    'What you say about the content of a file needs an exact quote from it. What you say about structure needs a line, a section or an outline entry. That something is absent needs the scope you checked. What you cannot see, ask for with ACCESS_REQUEST.',
    'When tools ran, name the receipt_id of the result you rely on. The ids above are examples; use only ids you were given.',
    'Begin with the answer itself: no plan, no account of how you will proceed, no tool syntax, no code fence.',
  ].join('\n')
}

/** The same in one line, where the data is between the rules and the answer. */
export const evidenceReminder =
  'Give exactly one line starting with "Evidence:" in one of the four forms, with an exact quote or place and the receipt_id of the data you rely on.'

function sourceWords({ sources, mayCiteIssues }: Role, narrowed: readonly FileClass[] | undefined): string {
  const allowed = sources.filter(source => narrowed === undefined || narrowed.includes(source))
  const words = [...allowed.map(source => classWords[source]), ...(mayCiteIssues ? ['issues'] : [])]
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
