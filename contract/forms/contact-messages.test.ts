import { describe, expect, it } from 'vitest';
import { contactMessages } from './contact-messages.ts';

describe('messages of the modal', () => {
  it('are the specification, word for word', () => {
    expect(contactMessages).toEqual({
      invalid: 'Some errors in your form.',
      failure: 'Something went wrong... Please try again later',
      successTitle: 'Verify your email',
      success:
        "Your data has been successfully received. Please, check your email and verify your address from the message we sent you. If you don't see any email please check in spam.",
      sending: 'Sending...',
      close: 'Close',
    });
  });
});
