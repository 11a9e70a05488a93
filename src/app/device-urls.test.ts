import type { NetworkInterfaceInfo, NetworkInterfaceInfoIPv6 } from 'node:os'
import { expect, test } from 'vitest'
import { listDeviceUrls } from './device-urls.ts'

const card = { netmask: '', mac: '', cidr: null }
const v4 = (address: string, internal: boolean): NetworkInterfaceInfo => ({ ...card, family: 'IPv4', address, internal })
const v6: NetworkInterfaceInfoIPv6 = { ...card, family: 'IPv6', address: 'fe80::1', internal: false, scopeid: 1 }
const cards = () => ({ lo: [v4('127.0.0.1', true)], eth0: [v4('192.168.1.4', false), v6], gone: undefined })

test('lists the network addresses for phones if HOST allows them', () => {
  const own = ['On your phone: https://192.168.1.4:3000']
  for (const host of ['0.0.0.0', '::']) expect(listDeviceUrls({ host, publicUrl: null }, 'https', 3000, cards)).toEqual(own)
  expect(listDeviceUrls({ host: '127.0.0.1', publicUrl: null }, 'https', 3000, cards)).toEqual([])
  expect(listDeviceUrls({ host: '0.0.0.0', publicUrl: 'https://larder.example' }, 'https', 3000, cards)).toEqual([])
})

test('ignores a system that cannot list its network interfaces', () => {
  const refused = () => {
    throw new Error('uv_interface_addresses returned Unknown system error 97')
  }
  expect(listDeviceUrls({ host: '0.0.0.0', publicUrl: null }, 'http', 3000, refused)).toEqual([])
})
