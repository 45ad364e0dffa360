import { type Random, seededRandom } from './random.ts';

/** Mail addresses of people at companies, about 32 characters each; few of a large number occur twice. */
export const makeAddresses = (count: number, seed: number): readonly string[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => `${mailbox(random)}@${domain(random)}`);
};

const mailbox = (random: Random): string => {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
  return random.chance(0.1) ? `${first}.${last}${1 + random.below(99)}` : `${first}.${last}`;
};

const domain = (random: Random): string =>
  `${random.pick(companies)}-${random.pick(trades)}${random.chance(0.4) ? random.pick(kinds) : ''}.${random.pick(endings)}`;

type Words = readonly [string, ...string[]];
const words = (text: string): Words => text.split(' ') as unknown as Words;

const firstNames = words(
  'alexandra amelie andrea anna antonia bastian benjamin carla carlos caroline charlotte christian clara daniel david diego elena elias emma erik fatima felix finn florian francesca gabriel giulia hanna hassan helena henrik ines isabel jakob jana jasmin johanna jonas julia julian karim katharina kevin lars laura lea leon linda lucas luis magdalena marco maria marlene martin mateo max mehmet mia michael milan mira nadia nicolas nina noah nora olivia omar oscar patricia paul peter philipp rafael rebecca robert sabine samuel sarah sebastian selina simon sofia stefan susanne tamara theresa thomas tobias valentin vanessa veronika victor wiebke yasmin yusuf',
);

const lastNames = words(
  'albrecht andersson arslan bauer becker bergmann bernard bianchi brandt braun busch carvalho costa demir dietrich dubois engel esposito fernandez ferrari fischer fontaine franke friedrich garcia gonzalez graf gruber haas hansen hartmann heinrich hoffmann huber ivanova jansen johansson kaiser kaya keller klein koch kowalski kraus kuhn lambert lang larsen laurent lehmann leroy lindberg lopez lorenz ludwig maier marino martinez mayer meyer moreau moretti mueller nielsen novak nowak olsen ortiz otto pavlov pereira petersen petit pfeiffer pohl popescu ramos richter ricci rodriguez romano rossi roth rousseau santos sauer schaefer schmidt schneider scholz schubert schulz schwarz seidel silva simon sommer stein svensson thomas vogel vogt wagner walter weber weiss werner winkler wolf yilmaz ziegler zimmermann',
);

const companies = words(
  'alpen altstadt amber arctic atlas aurora baltic bergland birch blue bright cedar central citadel cobalt coral crown delta east elbe ember fjord forest gamma glacier golden granite green harbor horizon hyper indigo iron jade kestrel lake lion lumen maple marble mercury metro monte nautic neckar nordic north nova oak ocean onyx opal orbit orion pacific pearl pine polar prime quartz rapid raven red rhein ridge river rocket ruby saffron silver solar south spree stern stone summit sunrise terra tidal timber titan twin ultra union urban valley vector velvet vista west white wind zenith',
);

const trades = words(
  'agency analytics audio bank build care chemie clinic cloud craft data dental design digital dining energy estate events export farm film finance fit flow food freight garden health hosting hotel labs law leasing legal living logistik market media metall mobil motors office optik parts pharma print retail robotics school ship soft sport studio supply systems tech textil tools trade travel verlag werk wood works yachts',
);

const kinds = words('-group -services -gmbh -europe -studio');

const endings = words('com com com net org de de fr it es at ch io eu se co.uk');
