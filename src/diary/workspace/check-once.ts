/**
 * Checks a text as `check` does, but only once while it is remembered: the files of a day are read again and again, and
 * the same text always gives the same. What is answered is shared, so nobody may change it. The texts that one check
 * remembers have at most `mostRemembered` characters together.
 */
export function checkOnce<T>(check: (text: string) => T, mostRemembered = 1_000_000): (text: string) => T {
  const recent = new Map<string, T>()
  let size = 0
  return text => {
    const known = recent.get(text)
    if (known !== undefined) {
      // The ones used last are kept.
      recent.delete(text)
      recent.set(text, known)
      return known
    }
    const checked = check(text)
    recent.set(text, checked)
    size += text.length
    for (const oldest of recent.keys()) {
      if (size <= mostRemembered) break
      recent.delete(oldest)
      size -= oldest.length
    }
    return checked
  }
}
