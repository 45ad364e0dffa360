import { afterEach, describe, expect, it } from 'vitest';
import type { MailTransport } from '../../src/features/mail/chain/transport.ts';
import { hugeText, outgoingMail } from '../support/mail/mail.ts';

/** A transport with its other end. */
export interface Scene {
  readonly transport: MailTransport;
  /** Whom each mail that came in was for, and what these people are shown of it. */
  received(): Promise<readonly { recipients: readonly string[]; visible: string }[]>;
  close(): Promise<void>;
}

/** The other ends that every kind of transport can meet. Limits are short: no test waits for more than a second. */
interface TransportEnds {
  accepting(): Promise<Scene>;
  /** Refuses the whole mail, for a reason of its own, with the word `overquota`. */
  refusing(): Promise<Scene>;
  unreachable(): Promise<Scene>;
  /** Never takes more than the beginning of the mail, and stays. */
  stuckInBody(): Promise<Scene>;
  /** Leaves after the beginning of a huge mail. */
  breakingInBody(): Promise<Scene>;
  /** Takes the whole mail and says nothing. */
  silentAfterBody(): Promise<Scene>;
  /** Takes the whole mail and leaves without an answer. */
  breakingAfterBody(): Promise<Scene>;
}

/** What the chain relies on, whatever the transport. */
export const describeTransport = (name: string, ends: TransportEnds): void => {
  describe(`the ${name} transport keeps the contract: it`, () => {
    const scenes: Scene[] = [];
    const open = async (end: Promise<Scene>): Promise<Scene> => {
      const scene = await end;
      scenes.push(scene);
      return scene;
    };
    afterEach(async () => {
      for (const { transport, close } of scenes.splice(0)) {
        await close();
        await transport.close?.();
      }
    });

    it('has the name that the log shows', async () => {
      expect((await open(ends.unreachable())).transport.name).toBe(name);
    });

    it('says that a mail was accepted, by its Message-ID, and for whom', async () => {
      const { transport, received } = await open(ends.accepting());
      const mail = await outgoingMail({ cc: 'bob@b.example', messageId: '<given@shop.example>' });
      expect(await transport.send(mail)).toMatchObject({
        outcome: 'accepted',
        messageId: 'given@shop.example',
        refused: [],
      });
      expect((await received()).map(({ recipients }) => recipients)).toEqual([
        ['ann@a.example', 'bob@b.example'],
      ]);
    });

    it('hands a mail to the recipients of this try alone', async () => {
      const { transport, received } = await open(ends.accepting());
      const mail = await outgoingMail({ to: 'ann@a.example, zoe@z.example', cc: 'bob@b.example' });
      await transport.send({ ...mail, recipients: ['zoe@z.example'] });
      expect((await received()).map(({ recipients }) => recipients)).toEqual([['zoe@z.example']]);
    });

    it('shows no one the hidden recipients', async () => {
      const { transport, received } = await open(ends.accepting());
      await transport.send(
        await outgoingMail({ bcc: 'hidden@h.example', headers: { Bcc: 'header@h.example' } }),
      );
      const [mail] = await received();
      expect(mail?.recipients).toEqual(['ann@a.example', 'hidden@h.example']);
      expect(mail?.visible).toContain('ann@a.example');
      expect(mail?.visible).not.toContain('@h.example');
    });

    it('lets no header value bring in another header', async () => {
      const { transport, received } = await open(ends.accepting());
      const headers = { 'X-One': { prepared: true, value: '1\r\nX-Evil: 1' }, 'X-Two': '2\r\nX-Evil: 2' };
      await transport.send(await outgoingMail({ headers, subject: 'Hi\r\nX-Evil: 3' }));
      const [mail] = await received();
      expect(mail?.visible).toContain('X-One');
      expect(mail?.visible).not.toMatch(/^\s*"?X-Evil/m);
    });

    it('carries the same mail twice without changing it', async () => {
      const { transport, received } = await open(ends.accepting());
      const mail = await outgoingMail({
        html: '<p>Bill</p>',
        icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR', headers: { 'X-Part': '1' } },
        attachments: [{ filename: 'bill.txt', content: Buffer.from('1200 EUR') }],
      });
      const before = JSON.stringify(mail);
      await transport.send(mail);
      await transport.send(mail);
      expect(JSON.stringify(mail)).toBe(before);
      const [first, second] = await received();
      expect(first?.visible).toContain(Buffer.from('1200 EUR').toString('base64'));
      expect(withoutBoundaries(second?.visible)).toBe(withoutBoundaries(first?.visible));
    });

    it('returns a refusal of the whole mail as a value, in the words of the other side', async () => {
      const { transport } = await open(ends.refusing());
      expect(await transport.send(await outgoingMail())).toEqual({
        outcome: 'refused',
        error: expect.stringContaining('overquota'),
        undeliverable: [],
      });
    });

    it('calls it rejected if no server is there', async () => {
      const { transport } = await open(ends.unreachable());
      expect(await transport.send(await outgoingMail())).toMatchObject({
        outcome: 'refused',
        undeliverable: [],
      });
    });

    it('gives up on one who does not take the mail, which is then provably not sent', async () => {
      const { transport } = await open(ends.stuckInBody());
      const started = Date.now();
      expect(await transport.send(await outgoingMail({ text: hugeText() }))).toMatchObject({
        outcome: 'refused',
      });
      expect(Date.now() - started).toBeLessThan(15_000);
    });

    it('calls it a refusal when the connection breaks before the end of the mail', async () => {
      const { transport } = await open(ends.breakingInBody());
      expect(await transport.send(await outgoingMail({ text: hugeText() }))).toMatchObject({
        outcome: 'refused',
      });
    });

    it('leaves the outcome open when nothing is said to the whole mail', async () => {
      const { transport } = await open(ends.silentAfterBody());
      expect(await transport.send(await outgoingMail())).toEqual({
        outcome: 'unknown',
        error: expect.stringMatching(/^Outcome unknown: ./),
      });
    });

    it('leaves the outcome open when the connection breaks after the whole mail', async () => {
      const { transport } = await open(ends.breakingAfterBody());
      expect(await transport.send(await outgoingMail())).toEqual({
        outcome: 'unknown',
        error: expect.stringMatching(/^Outcome unknown: ./),
      });
    });
  });
};

const withoutBoundaries = (content = ''): string => content.replace(/_NmP-[\da-f]+-/g, '');
