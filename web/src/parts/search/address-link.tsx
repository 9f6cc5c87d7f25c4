import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** A link to an address that the server gave: opened without loading the page again. */
export function AddressLink({ address, onClick, ...rest }: { address: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const { history } = useRouter()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // A new tab or window is the browser's business.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // The page that is open is not opened a second time.
    if (address === history.location.href) history.replace(address)
    else history.push(address)
  }
  return <a href={address} onClick={follow} {...rest} />
}
