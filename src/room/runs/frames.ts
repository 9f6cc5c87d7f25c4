import type { PromptType } from './recipe.ts'

/** What an agent step is told to do. */
const frames: { readonly [type in PromptType]: string } = {
  brief:
    'Write a short brief for whoever writes next: what has to happen, in which order, what must stay as it is. Take it from the data and add nothing.',
  draft:
    'Write the text the task asks for, true to the brief and to what the data says of people, places and facts. Give the text itself, no comment on it.',
  polish:
    'Improve the draft sentence by sentence: clarity, rhythm, grammar. Change no fact and no event. Give the whole improved text.',
  check:
    'Compare with the data: name what contradicts it, where, and the smallest change that would mend it. Where nothing does, say so.',
  review: 'Say how this works on a reader: what carries, what costs something, what to look at first. Rewrite nothing.',
}

export function frameOf(type: PromptType): string {
  return `${frames[type]} Stay brief.`
}

/** Writing is more than saying what results hold, and whoever speaks without a model can only do that. */
export function needsModel(type: PromptType): boolean {
  return type === 'draft' || type === 'polish'
}
