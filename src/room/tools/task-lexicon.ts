export const roles = ['planner', 'writer', 'editor', 'continuity', 'critic', 'chief'] as const
/** In the order in which they work. */
export type Role = (typeof roles)[number]

/** Entries by weight, heaviest first: `*` continues a word, `(s)` may follow, a space joins a phrase. */
export const lexicon: { readonly [role in Role]: readonly [three: string, two: string, one: string] } = {
  planner: [
    'outline, structur*, stakes, beat(s), arc, plot',
    'plan*, order, reorder, sequence, foreshadow*',
    'scene list, next',
  ],
  writer: ['write, draft*, compose, rewrite', 'dialogue, voice, prose', 'scene'],
  editor: ['line edit, copyedit*, clarity, grammar', 'edit*, tighten, polish, trim', 'flow, wording'],
  continuity: [
    'canon, continuity, contradict*, timeline',
    'consisten*, fact(s), conflict(s) with',
    'age, eye(s), date',
  ],
  critic: ['critique, critic*, reader, feedback, impact', 'react*, sensitiv*, boring, engaging', 'scene, pacing'],
  chief: ['route, assign, prioriti*, issue(s), status', 'summar*, plan the week', 'team'],
}

/** Who goes first when scores are equal. */
export const tieOrder: readonly Role[] = ['continuity', 'planner', 'editor', 'critic', 'writer', 'chief']

export const expectedOutput: { readonly [role in Role]: string } = {
  planner: 'ordered list of outline changes with line references',
  writer: 'drafted text with the quotes it builds on',
  editor: 'line edits, each with the quoted original',
  continuity: 'list of contradictions with quotes from both sides',
  critic: 'reader reactions, each tied to a quote',
  chief: 'decision with next steps and owners',
}
