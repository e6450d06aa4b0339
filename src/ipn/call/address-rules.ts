import ipaddr from 'ipaddr.js';
import { isIPv4, isIPv6 } from 'node:net';
import { config } from '../../../config/index.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const networks = (list: readonly string[]): Network[] => list.map((network) => ipaddr.parseCIDR(network));

/** IANA's IPv4 special-purpose registry (RFC 6890 and its updates), and Azure's own host, which has a public number. */
const BLOCKED_IPV4 = networks([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure WireServer
  '169.254.0.0/16', // link-local; cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);

/** Everything that the internet routes in IPv6; so ::/96, NAT64, ULA, link-local and multicast are out already. */
const GLOBAL_IPV6 = networks(['2000::/3']);

const BLOCKED_IPV6 = networks([
  '2001::/23', // protocol assignments, among them Teredo, which holds an IPv4 address
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds an IPv4 address
  '3fff::/20', // documentation
]);

const within = (address: Address, list: Network[]): boolean =>
  list.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));

const isPublic = (address: Address): boolean =>
  address.kind() === 'ipv4'
    ? !within(address, BLOCKED_IPV4)
    : within(address, GLOBAL_IPV6) && !within(address, BLOCKED_IPV6);

/** IPv6 in hexadecimal groups only: ipaddr.js takes `::8.8.8.8` for the IPv4 address, and a socket does not. */
const inGroups = (ipv6: string): string => new URL(`http://[${ipv6}]`).hostname.slice(1, -1);

function parse(text: string): Address | null {
  if (isIPv4(text)) return ipaddr.parse(text);
  return isIPv6(text) && !text.includes('%') ? ipaddr.process(inGroups(text)) : null; // only link-local has zones
}

/** Decides which addresses notifications may go to. */
export type AddressRule = (address: string) => boolean;

/**
 * The rule against server-side request forgery: true for addresses of the public internet and of the given networks.
 * IPv4 addresses written as IPv6 count as what they are; what is no address at all is not allowed.
 */
export function allowAddresses(allowedNetworks: readonly string[]): AddressRule {
  const allowed = networks(allowedNetworks);
  return (text) => {
    const address = parse(text);
    return address !== null && (within(address, allowed) || isPublic(address));
  };
}

/** The rule of this installation: in development private networks may be allowed, in production none. */
export const isAllowedAddress = allowAddresses(config.ipn.allowedNetworks);
