/**
 * Elects one tab to do the work for all. With the Web Locks API (https, localhost) the lock's holder is the leader, and a visible tab can
 * take over from a frozen one. On plain http it is a lease in `localStorage`, renewed every two seconds.
 */
export interface Leadership {
  /** Takes over leadership, for a visible tab whose leader seems frozen. */
  takeOver(): void
  stop(): void
}

const leaseMs = 6000
const renewMs = 2000

/** Starts `work` when this tab becomes the leader; `work` returns a function that stops it. */
export function electLeader(name: string, tab: string, work: () => () => void): Leadership {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks ? electByLock(locks, name, work) : electByLease(name, tab, work)
}

function electByLock(locks: LockManager, name: string, work: () => () => void): Leadership {
  let release = () => {}
  let isStopped = false
  const hold = () => {
    if (isStopped) return
    const stopWork = work()
    return new Promise<void>((resolve) => {
      release = () => {
        stopWork()
        release = () => {}
        resolve()
      }
    })
  }
  const queue = new AbortController()
  const wait = () => {
    locks.request(name, { signal: queue.signal }, hold).catch(() => {
      // Another tab took over: wait for the lock again.
      release()
      if (!isStopped) wait()
    })
  }
  wait()
  return {
    takeOver() {
      if (isStopped) return
      locks.request(name, { steal: true }, hold).catch(() => release())
    },
    stop() {
      isStopped = true
      queue.abort()
      release()
    },
  }
}

function electByLease(name: string, tab: string, work: () => () => void): Leadership {
  const key = `larder.${name}`
  let stopWork: (() => void) | null = null
  const now = () => Date.now()
  const isMine = () => {
    try {
      const [holder = '', until = '0'] = (localStorage.getItem(key) ?? '').split(' ')
      if (holder !== tab && Number(until) > now()) return false
      localStorage.setItem(key, `${tab} ${now() + leaseMs}`)
      return true
    } catch {
      // Without storage this tab can't see other tabs, so it leads.
      return true
    }
  }
  const checkLease = () => {
    if (isMine()) stopWork ??= work()
    else if (stopWork) {
      stopWork()
      stopWork = null
    }
  }
  checkLease()
  const timer = setInterval(checkLease, renewMs)
  const release = () => {
    try {
      if (localStorage.getItem(key)?.startsWith(`${tab} `)) localStorage.removeItem(key)
    } catch {
      // The lease expires.
    }
  }
  window.addEventListener('pagehide', release)
  return {
    takeOver() {
      try {
        localStorage.setItem(key, `${tab} ${now() + leaseMs}`)
      } catch {
        return
      }
      checkLease()
    },
    stop() {
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      stopWork?.()
      stopWork = null
      release()
    },
  }
}
