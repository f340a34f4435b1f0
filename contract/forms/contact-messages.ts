export const contactMessages = {
  invalid: 'Some errors in your form.',
  failure: 'Something went wrong... Please try again later',
  successTitle: 'Verify your email',
  success:
    "Your data has been successfully received. Please, check your email and verify your address from the message we sent you. If you don't see any email please check in spam.",
  sending: 'Sending...',
  close: 'Close',
} as const;
