const prefixes = ['we need to', 'we must', "let's ", 'i need to', 'i will', 'plan:', 'step 1', 'first,']

/** The reply begins by thinking aloud, or a mark of hidden thinking is left in it. */
export function showsReasoning(prepared: string, added: readonly string[]): boolean {
  if (/<\/?think(?:ing)?>|\[\/?(?:think(?:ing)?|thought)\]/i.test(prepared)) return true
  const first = prepared.split(/[\n\r\u2028\u2029]/).find(line => line.trim() !== '') ?? ''
  const plain = first
    .replace(/^[\s*_>#-]+/, '')
    .replaceAll('’', "'")
    .toLowerCase()
  return [...prefixes, ...added.map(straight)].some(prefix => prefix.trim() !== '' && plain.startsWith(prefix))
}

function straight(prefix: string): string {
  return prefix.replaceAll('’', "'").toLowerCase()
}
