import { announce } from '../state/announce.ts'

/** Copies text to the clipboard and announces it; false where the browser does not allow it, as on a plain HTTP address. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(`${what} copied`)
    return true
  } catch {
    announce('This browser does not allow copying here. Select the text and copy it by hand.', 'alert')
    return false
  }
}
