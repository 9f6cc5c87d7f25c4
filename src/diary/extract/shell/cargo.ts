/** Whether what cargo could not compile was to be built, or only to be checked as by clippy; null where it says neither. */
export function failedIn(text: string): 'build' | 'check' | null {
  const error = /^error: could not compile /m.exec(text)?.index ?? -1
  if (error < 0) return null
  const [built, checked] = [' Compiling ', ' Checking '].map(word => text.lastIndexOf(word, error))
  if (built === undefined || checked === undefined || built === checked) return null
  return built > checked ? 'build' : 'check'
}
