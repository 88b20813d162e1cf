"""What all formats share: what they can hold, the loss report, recording, conversion."""
