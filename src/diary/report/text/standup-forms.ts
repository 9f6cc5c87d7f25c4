/** Where a stand-up is pasted. */
export const standupForms = ['slack', 'markdown', 'email'] as const
export type StandupForm = (typeof standupForms)[number]

export const standupNames: { [form in StandupForm]: string } = {
  slack: 'Slack',
  markdown: 'Markdown',
  email: 'E-mail',
}
