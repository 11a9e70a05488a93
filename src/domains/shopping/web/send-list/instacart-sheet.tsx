import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ExternalLink, FileSpreadsheet, FileText, Share2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Cart, ShoppingItem } from '../../contract/index.ts'
import { sendToInstacart } from '../api/requests.ts'
import type { ListState } from '../api/use-list.ts'
import type { ShareActions } from './share-list.tsx'

export const cartFailedMessage = t`Failed to create Instacart cart`

interface SheetProps {
  open: boolean
  list: ListState
  actions: ShareActions
  /** A page that was already created. */
  cart: Cart | null
  onCart: (cart: Cart) => void
  onClose: () => void
}

/** Sends the list to Instacart; without an API key, explains the setup and offers other exports. */
export function InstacartSheet({ open, list, actions, cart, onCart, onClose }: SheetProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={t`Instacart`} size="small">
      {open ? (
        list.canSendToInstacart ? (
          cart ? (
            <CartReady cart={cart} />
          ) : (
            <SendForm list={list} onCart={onCart} />
          )
        ) : (
          <NotSetUp actions={actions} />
        )
      ) : null}
    </Dialog>
  )
}

/** Opens the page in a new tab. If the browser blocks it, the sheet has a link. */
export const openCart = (cart: Cart): void => void window.open(cart.url, '_blank', 'noopener,noreferrer')

function CartReady({ cart }: { cart: Cart }) {
  return (
    <div className="space-y-4">
      <p>
        {plural(cart.items.length, {
          one: '# item is on your Instacart page. Choose the store and the product there.',
          other: '# items are on your Instacart page. Choose the store and the products there.',
        })}
        {cart.unmatched.length > 0
          ? ` ${plural(cart.unmatched.length, { one: '# item was removed from the list in the meantime.', other: '# items were removed from the list in the meantime.' })}`
          : ''}
      </p>
      <a href={cart.url} target="_blank" rel="noopener noreferrer" className={buttonClass('primary', 'w-full')}>
        <ExternalLink aria-hidden="true" className="size-5" />
        <Trans>Open Instacart</Trans>
      </a>
    </div>
  )
}

function SendForm({ list, onCart }: { list: ListState; onCart: (cart: Cart) => void }) {
  const [busy, setBusy] = useState<'checked' | 'open' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const sendable = (list.items ?? []).filter(({ instacartProductId }) => instacartProductId !== null)
  const checked = sendable.filter(({ isChecked }) => isChecked)
  const toBuy = sendable.filter(({ isChecked }) => !isChecked)
  const send = async (which: 'checked' | 'open', items: readonly ShoppingItem[]) => {
    setBusy(which)
    setFailure(null)
    try {
      const cart = await sendToInstacart(items, list.household)
      onCart(cart)
      openCart(cart)
    } catch (error) {
      console.error(cartFailedMessage)
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="space-y-4">
      <p className="text-ink-soft">
        <Trans>Larder creates a page on Instacart with your items. There you choose a store, see prices and order.</Trans>
      </p>
      {failure === null ? null : (
        <Notice tone="error">
          <FailureMessage error={failure} />
        </Notice>
      )}
      <div className="space-y-2">
        <Button
          className="w-full"
          busy={busy === 'open'}
          busyLabel={t`Sending...`}
          disabled={toBuy.length === 0 || busy === 'checked'}
          onClick={() => void send('open', toBuy)}
        >
          <Trans>Send items still to buy ({toBuy.length})</Trans>
        </Button>
        <Button
          variant="quiet"
          className="w-full"
          busy={busy === 'checked'}
          busyLabel={t`Sending...`}
          disabled={checked.length === 0 || busy === 'open'}
          onClick={() => void send('checked', checked)}
        >
          <Trans>Send checked items ({checked.length})</Trans>
        </Button>
      </div>
    </div>
  )
}

/** Shows a heading, followed by the server's own explanation if it has one. */
export function FailureMessage({ error, words = cartFailedMessage }: { error: unknown; words?: string }) {
  const sentence = errorMessage(error, '')
  return (
    <>
      {words}
      {sentence && sentence !== words ? <span className="block font-normal">{sentence}</span> : null}
    </>
  )
}

function NotSetUp({ actions }: { actions: ShareActions }) {
  return (
    <div className="space-y-4">
      <p>
        <Trans>
          Instacart isn’t set up on this server. The server admin needs a key from the Instacart Developer Platform, set as{' '}
          <code className="rounded-tile bg-sunken px-1.5 py-0.5 text-sm">INSTACART_API_KEY</code>. Until then, you can:
        </Trans>
      </p>
      <div className="grid gap-2">
        <Button variant="quiet" icon={<FileText aria-hidden="true" className="size-5" />} onClick={() => void actions.exportAs('text')}>
          <Trans>Export Text</Trans>
        </Button>
        <Button
          variant="quiet"
          icon={<FileSpreadsheet aria-hidden="true" className="size-5" />}
          onClick={() => void actions.exportAs('csv')}
        >
          <Trans>Export CSV</Trans>
        </Button>
        <Button variant="quiet" icon={<Share2 aria-hidden="true" className="size-5" />} onClick={() => void actions.share()}>
          <Trans>Share</Trans>
        </Button>
      </div>
    </div>
  )
}
