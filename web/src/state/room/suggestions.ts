/** Questions that show what a room can do with its files; agents answer them without a model too. */
export function suggestionsFor(files: readonly { path: string; class: string }[]): string[] {
  const inRepository = files.filter(file => file.class === 'scene' && !file.path.startsWith('Story/'))
  if (inRepository.length > 0) return inCode(inRepository.map(({ path }) => path))
  const scenes = files.filter(file => file.class === 'scene').length
  const isSample = files.some(({ path }) => path === 'Story/Scenes/SCN-04-the-causeway.md')
  const canon = isSample
    ? 'Check scene 4 and scene 2 against canon. Does anything contradict?'
    : 'Check scene 1 against canon. Does anything contradict?'
  return [
    ...(scenes > 0 ? [canon, 'How is the pacing of scene 1?'] : ['Is anything in these files inconsistent?']),
    ...(files.some(file => file.class === 'outline') ? ['Does the outline hold together?'] : []),
    'Which issues are open?',
  ]
}

function inCode(paths: readonly string[]): string[] {
  const about = paths.find(path => path === 'README.md') ?? paths[0]
  const code = paths.find(path => path.startsWith('src/') && !/\.(?:md|mdx|txt|json|ya?ml)$/i.test(path))
  return [
    `Check ${about} against the documents. Does anything contradict?`,
    ...(code === undefined ? [] : [`What does ${code} do?`]),
    'Which issues are open?',
  ]
}
