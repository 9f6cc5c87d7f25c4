/** Copies text to the clipboard; false where the browser does not allow it, as on a plain HTTP address. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
